import Foundation
import Synchronization
import Testing
import Trackable
import TrackableTesting
import VendorStandIns

/// An adapter of the page.
struct Adapter: Sendable, CustomTestStringConvertible {
  typealias Properties = @Sendable (TrackedProperties) -> TrackedProperties

  let name: String
  let makeTracker: @Sendable () -> any AnalyticsEventTracker
  /// An event's properties as the SDK gets them.
  let properties: Properties
  var style = RecordShop.short
  /// What the SDK is called with during a visit of the record shop.
  let calls: [String]

  var testDescription: String { name }

  static let all = [
    amplitude, braze, firebase, intercom, mParticle, mixpanel, postHog, rudderStack, segment, sentry,
  ]

  /// An SDK that is sent as JSON: a date is text.
  static let json: Properties = { TrackedProperties(dictionary: $0.forJSON) }

  /// An SDK with text, numbers and truth values: everything else is text, and null is left out.
  static let flatText: Properties = { TrackedProperties(dictionary: $0.flat) }

  static func withoutNull(_ properties: TrackedProperties) -> TrackedProperties {
    TrackedProperties(properties.filter { $0.value != .null })
  }

  /// The promises of a destination that the adapter breaks, by the calls of its SDK.
  func failures() async -> [String] {
    let record = Mutex<(@Sendable (TrackerConformance.Arrival) -> Void)?>(nil)
    let conformance = TrackerConformance(
      expecting: { event in
        var event = event
        event.properties = properties(event.properties)
        return event
      },
      makeTracker: { newRecord in
        record.withLock { $0 = nil }
        let tracker = makeTracker()
        record.withLock { $0 = newRecord }
        return tracker
      })
    var failures: [String] = []
    _ = await ServiceLog.recordEverywhere(
      observer: { meaning, subject, values, time in
        let properties = values.map(TrackedProperties.init(dictionary:))
        // A user without traits.
        if meaning == .userProperty, properties == [] { return }
        let name = subject ?? properties?.first?.key.name ?? ""
        let arrival: TrackerConformance.Arrival =
          switch meaning {
          case .event: .event(name: name, properties: properties ?? [], timestamp: time)
          case .user: .identified(name, traits: properties)
          case .userProperty: .userProperty(name: name, value: properties?.first?.value ?? .null)
          case .reset: .reset
          }
        record.withLock { $0 }?(arrival)
      },
      { failures = await conformance.failures() })
    return failures
  }
}
