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
  private let issues = RecordingTracker.plain()
  private let scoped: ScopedSystem

  init() { scoped = ScopedSystem(bootstrapped: nil, issueHandler: issues.record) }

  private static let ways:
    [(name: String, tracker: @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker)] = [
      ("removed in place", { $0.addingDefaults(["src" ~>> "wallet"]).map { Self.without("email", $0) } }),
      (
        "replaced",
        {
          $0.addingDefaults(["src" ~>> "wallet"]).map { event in
            var event = event
            event.properties = TrackedProperties(event.properties.filter { $0.key.name != "email" })
            return event
          }
        }
      ),
      ("overridden", { $0.addingDefaults(["src" ~>> "wallet"]).overridingProperties(with: ["email" ~>> "hidden"]) }),
      (
        "renamed",
        { $0.addingDefaults(["src" ~>> "wallet"]).renaming(keys: .custom { $0 == "email" ? "contact" : $0 }) }
      ),
    ]

  @Sendable private static func without(_ key: PropertyKey, _ event: TrackedEvent) -> TrackedEvent {
    var event = event
    event.properties[key] = nil
    return event
  }

  /// What an event has that is tracked on an object with such a tracker, while there is none of the system and afterwards.
  private func properties(_ way: Int) -> [[String: String]] {
    let recorder = RecordingTracker.plain()
    let station = Reading(["email" ~>> "john@apple.records", Person.id ~>> 7, Person.name ~>> "John"])
    station.deliver(to: Self.ways[way].tracker(recorder))
    scoped.run {
      station.track(NumberedEvent(1))
      TrackableSystem.bootstrap(NoOpTracker())
      station.track(NumberedEvent(2))
    }
    return recorder.events.map { event in
      Dictionary(uniqueKeysWithValues: event.properties.map { ($0.key.name, "\($0.value)") })
    }
  }

  @Test(arguments: ways.indices)
  func `A property that a tracker on the way has changed does not come back with lower ranks`(way: Int) {
    let found = properties(way)
    expect(found.count, is: 2)
    expect(found.first, is: found.last)
    #expect(found.first?["email"] != "john@apple.records")
    expect(found.first?["src"], is: "wallet")
  }

  @Test func `A property that an adopter's own tracker has removed does not come back with lower ranks`() {
    let recorder = RecordingTracker.plain()
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
