import Foundation
import Synchronization
import Trackable
import TrackableTesting
import VendorStandIns

/// Checks an adapter by the calls of its SDK's stand-in.
struct AdapterConformance: Sendable {
  /// The arrival that a call of the SDK is; `nil` for a call of which the rules know nothing.
  typealias Reading =
    @Sendable (
      _ call: String, _ subject: String?, _ values: TrackedProperties, _ time: Date?
    ) -> TrackerConformance.Arrival?

  var expecting: @Sendable (TrackedEvent) -> TrackedEvent = { $0 }
  let makeTracker: @Sendable () -> any AnalyticsEventTracker
  let reading: Reading

  /// An SDK that is sent as JSON: a date is text.
  static let json: @Sendable (TrackedEvent) -> TrackedEvent = { event in
    var event = event
    event.properties = TrackedProperties(dictionary: event.properties.forJSON)
    return event
  }

  /// The same without nested properties: a nested one has a composed name.
  static let flatJSON: @Sendable (TrackedEvent) -> TrackedEvent = { event in
    var event = event
    event.properties = TrackedProperties(dictionary: event.properties.flattened.forJSON)
    return event
  }

  /// An SDK with text, numbers and truth values: everything else is text, and null is left out.
  static let flatText: @Sendable (TrackedEvent) -> TrackedEvent = { event in
    var event = event
    event.properties = TrackedProperties(dictionary: event.properties.flat)
    return event
  }

  /// An SDK that takes `NSNull`, which only Apple's systems have as a plain value.
  static let withoutNullOnLinux: @Sendable (TrackedEvent) -> TrackedEvent = { event in
    #if canImport(Darwin)
      return event
    #else
      var event = event
      event.properties = TrackedProperties(event.properties.filter { $0.value != .null })
      return event
    #endif
  }

  func failures() async -> [String] {
    let record = Mutex<(@Sendable (TrackerConformance.Arrival) -> Void)?>(nil)
    var failures: [String] = []
    _ = await ServiceLog.recordEverywhere(
      observer: { call, subject, values, time in
        guard let arrival = reading(call, subject, TrackedProperties(dictionary: values), time) else { return }
        record.withLock { $0 }?(arrival)
      },
      {
        let conformance = TrackerConformance(expecting: expecting) { newRecord in
          record.withLock { $0 = nil }
          let tracker = makeTracker()
          record.withLock { $0 = newRecord }
          return tracker
        }
        failures = await conformance.failures()
      })
    return failures
  }
}
