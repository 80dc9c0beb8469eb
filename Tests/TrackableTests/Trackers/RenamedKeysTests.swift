import Testing
import Trackable

private enum PaymentKeys: String, Key, CaseIterable {
  case amount
  case isPrivate
}

private struct Paid: AnalyticsEvent {}

@Suite struct RenamedKeysTests {
  private let event = TrackedEvent(Paid(), properties: [PaymentKeys.amount ~>> 20, PaymentKeys.isPrivate ~>> true])

  private enum ProjectKeys: String, EntityKey {
    case id, tags
    static let identifyingKey = id
  }

  @Test func `An entity that is renamed stays one`() {
    let recorder = RecordingTracker.plain()
    let project: TrackedProperties = [ProjectKeys.id ~>> 1, ProjectKeys.tags ~>> "design"]
    let tracker = recorder.map { event in
      var event = event
      // The destination's keys, so the same entity.
      event.properties = event.properties.merging(["seen" ~>> true])
      return event
    }.renaming(keys: .snakeCase).renaming(keys: .keepingLast(1))
    tracker.track(TrackedEvent(Paid(), properties: project))
    let delivered = recorder.events[0].properties
    expect(delivered, is: ["id": 1, "tags": "design", "seen": true])
    let added = RecordingTracker.plain()
    let event = recorder.events[0]
    added.addingDefaults([delivered[1]]).overridingProperties(with: [delivered[0].key ~>> 2]).track(event)
    // No place gives the tags of project 2.
    expect(added.events[0].properties, is: ["id": 2, "seen": true])
  }

  /// What `events` cause, delivered through one renaming.
  private func issues(
    _ events: [TrackedProperties], _ renaming: (RecordingTracker) -> any AnalyticsEventTracker
  ) -> [TrackableIssue] {
    TestSupport.issues {
      let tracker = renaming(.plain())
      for properties in events { tracker.track(TrackedEvent(Paid(), properties: properties)) }
    }
  }

  @Test func `Where two keys become one, an issue reports the lost value, once for each key`() {
    let line = #line + 1
    let issues = issues([event.properties, event.properties]) { $0.renaming(keys: .custom { _ in "x" }) }
    expect(issues.map(\.kind), is: [.sameName])
    expect(issues.first?.location, is: CodeLocation(fileID: #fileID, line: UInt(line)))
    let (kept, lost) = (PaymentKeys.amount.name, PaymentKeys.isPrivate.name)
    expect(
      issues.first?.message.hasPrefix("'\(kept)' and '\(lost)' both become 'x'; where an event has both"), is: true)
    let others: [TrackedProperties] = [["a.b": 1, "A.B": 2], ["a.b": 1, "a-b": 2], ["a.b": 3, "A.B": 4]]
    expect(self.issues(others) { $0.renaming(.snakeCase) }.map(\.subject), is: ["A.B", "a-b"])
  }

  @Test func `Where nothing is lost nothing is reported; keys inside values and those of users are looked at as well`()
  {
    #expect(issues([["a.b": 1, "A.B": 1]]) { $0.renaming(.snakeCase) }.isEmpty)
    #expect(issues([["a.b": 1], ["A.B": 2]]) { $0.renaming(.snakeCase) }.isEmpty)
    let both: TrackedProperties = ["a.b": 1, "A.B": 2]
    expect(issues([["outer" ~>> both]]) { $0.renaming(.snakeCase) }.map(\.kind), is: [.sameName])
    let found = TestSupport.issues { NoOpTracker().map { $0 }.renaming(.snakeCase).identify("john", traits: both) }
    expect(found.map(\.kind), is: [.sameName])
  }
}
