import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting

@Suite struct TrackerConformanceTests {
  /// A tracker of the library around a destination that sends when it is flushed.
  struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var expecting: @Sendable (TrackedEvent) -> TrackedEvent = { $0 }
    let make: @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker

    init(
      _ name: String, expecting: @escaping @Sendable (TrackedEvent) -> TrackedEvent = { $0 },
      _ make: @escaping @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker
    ) {
      self.testDescription = name
      self.expecting = expecting
      self.make = make
    }
  }

  /// What others do: `TrackerLawTests` and `RequirementsTests`.
  static let subjects: [Subject] = [
    Subject("allowing types") {
      $0.allowing(eventTypes: [TrackerConformance.Named.self, TrackerConformance.TracksWhenRead.self])
    },
    Subject("overriding", expecting: { $0.with(["mark" ~>> 1] + $0.properties) }) {
      $0.overridingProperties(with: ["mark" ~>> 1])
    },
    Subject("renaming", expecting: shouted) { $0.renaming(.custom { $0.uppercased() }) },
    Subject("many at once", expecting: marked) {
      $0.named("a").filter { _ in true }.addingDefaults(["mark" ~>> 1]).combined(with: nil).logged(log: { _ in })
    },
  ]

  private static func marked(_ event: TrackedEvent) -> TrackedEvent { event.with(event.properties + ["mark" ~>> 1]) }

  /// The names of events and keys in capitals.
  private static func shouted(_ event: TrackedEvent) -> TrackedEvent {
    func shout(_ properties: TrackedProperties) -> TrackedProperties {
      TrackedProperties(properties.map { $0.key.name.uppercased() ~>> shout($0.value) })
    }
    func shout(_ value: TrackedValue) -> TrackedValue {
      switch value {
      case .properties(let nested): .properties(shout(nested))
      case .array(let values): .array(values.map(shout))
      default: value
      }
    }
    var event = event.with(shout(event.properties))
    event.name = event.name.uppercased()
    return event
  }

  @Test(arguments: subjects)
  func `A tracker of the library keeps the promises of its destination`(_ subject: Subject) async {
    let buffering = TrackerConformance(expecting: subject.expecting) { subject.make(BufferingTracker(record: $0)) }
    #expect(await buffering.failures().map(\.description) == [])
    let sending = TrackerConformance(expecting: subject.expecting) { subject.make(SendingTracker(record: $0)) }
    #expect(await sending.failures().map(\.description) == [])
  }
}

@Suite struct FailureTests {
  @Test func `A failure explains itself`() async {
    let failures = await TrackerConformance { record in
      var vendor = Vendor(Line(record))
      vendor.onFlush = {}
      return vendor
    }.failures()
    #expect(
      failures == [
        "When 'flush()' returns, all earlier calls have arrived: an app calls it before it is suspended. "
          + "One event was tracked, and had not arrived when 'flush()' returned."
      ])
    for each in TrackerConformance.Rule.allCases { #expect(each.explanation.hasSuffix(".")) }
  }
}
