import Testing
import Trackable

private enum Person: String, EntityKey {
  case id, name
  static var identifyingKey: Person { .id }
}

/// An adopter's own tracker, which removes something and hands the rest to the system.
private struct Redacting: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    var event = event
    event.properties["email"] = nil
    TrackableSystem.track(event)
  }
}

/// What goes through trackers of links, contexts and tasks before there is a tracker of the system.
@Suite(.timeLimit(.minutes(10))) struct HeldOnTheWayTests {
  private let recorder = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()
  private let scoped: ScopedSystem

  init() { scoped = ScopedSystem(bootstrapped: nil, issueHandler: issues.record) }

  private static let ways: [@Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker] = [
    // Removed in place, replaced, overridden, renamed.
    { tracker in
      tracker.map { event in
        var event = event
        event.properties["email"] = nil
        return event
      }
    },
    { tracker in
      tracker.map { event in
        var event = event
        event.properties = TrackedProperties(event.properties.filter { $0.key.name != "email" })
        return event
      }
    },
    { $0.overridingProperties(with: ["email" ~>> "hidden"]) },
    { $0.renaming(keys: .custom { $0 == "email" ? "contact" : $0 }) },
  ]

  @Test(arguments: ways.indices)
  func `A property that a tracker on the way has changed does not come back with lower ranks`(way: Int) {
    let station = Reading(["email" ~>> "john@apple.records", Person.id ~>> 7, Person.name ~>> "John"])
    station.deliver(to: Self.ways[way](recorder.addingDefaults(["src" ~>> "wallet"])))
    scoped.run {
      // While there is no tracker of the system, and afterwards.
      station.track(NumberedEvent(1))
      TrackableSystem.bootstrap(NoOpTracker())
      station.track(NumberedEvent(2))
    }
    expect(recorder.events.count, is: 2)
    expect(recorder.events.first?.properties, is: recorder.events.last?.properties)
    for event in recorder.events {
      #expect(event.properties["email"] != "john@apple.records" && event.properties["src"] == "wallet")
    }
  }

  @Test func `A property that an adopter's own tracker has removed does not come back with lower ranks`() {
    let station = Reading(["email" ~>> "john@apple.records", Person.id ~>> 7])
    station.deliver(to: Redacting())
    scoped.run {
      station.track(NumberedEvent(1))
      TrackableSystem.defaultProperties["app"] = "Records"
      TrackableSystem.bootstrap(recorder)
      station.track(NumberedEvent(2))
    }
    expect(recorder.events.map { $0.properties["email"] }, is: [nil, nil])
    expect(recorder.events.map { $0.properties["app"] }, is: ["Records", "Records"])
  }
}

/// Computes the given properties.
private final class Reading: TrackableClass, Sendable {
  let trackedProperties: TrackedProperties
  init(_ properties: TrackedProperties) { trackedProperties = properties }
}
