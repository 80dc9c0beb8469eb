import TestSupport
import Testing
import Trackable

private enum Field: String, Key, CaseIterable {
  case a, b, c, d
  enum Inner: String, Key, CaseIterable { case x, y }
}
private enum Secret: String, SensitiveKey { case email }
private struct Sent: AnalyticsEvent {}
private struct Opened: AnalyticsEvent {}

private struct Users: AnalyticsEventTracker {
  let users: Shared<[TrackedUser]>
  func track(_ event: TrackedEvent) {}
  func identify(_ user: TrackedUser) { users.withLock { $0.append(user) } }
}

@Suite struct KeyRuleTests {
  private let recorder = RecordingTracker.plain()
  private let all: TrackedProperties = [Field.a ~>> 1, Field.b ~>> 2, Field.c ~>> 3, "d" ~>> 4]

  @Test func `With no keys, nothing but the name arrives, and that is no issue`() {
    let found = issues {
      recorder.allowing(keys: []).track(TrackedEvent(Sent(), properties: all + [Secret.email ~>> "john@apple.records"]))
    }
    expect(recorder.events.map { $0.properties + $0.sensitiveProperties }, is: [[]])
    expect(recorder.events.map(\.name), is: [Sent().name])
    expect(found.count, is: 0)
  }

  @Test func `A user and a group have the traits that every call may have, and not those of a type of event`() {
    let (recorder, users) = (RecordingTracker.plain(), Shared<[TrackedUser]>([]))
    let rules: [(any AnalyticsEventTracker) -> any AnalyticsEventTracker] = [
      { $0.allowing(keys: [Field.b], ofEvents: [(Sent.self, [Field.a])]) },
      { $0.prohibiting(keys: [Field.a, Secret.email], ofEvents: [(Sent.self, [Field.b])]) },
    ]
    for rule in rules {
      withSystem(rule(recorder.combined(with: Users(users: users)))) {
        let traits: TrackedProperties = [Field.a ~>> 1, Field.b ~>> 2, Secret.email ~>> "x"]
        TrackableSystem.group("apple", type: "company", traits: traits)
        TrackableSystem.identify("john", traits: traits)
      }
    }
    let left: TrackedProperties = [Field.b ~>> 2]
    expect(recorder.userProperties.map(\.operation), is: [.group(traits: left), .group(traits: left)])
    expect(recorder.userProperties.map(\.sensitiveValue), is: [nil, nil])
    expect(users.value.map { $0.traits + $0.sensitiveTraits }, is: [left, left])
  }

  @Test func `A list that allows a key allows the values nested in it, and a prohibited key is found in nested values`()
  {
    let nested: TrackedProperties = [
      Field.a ~>> [Field.Inner.x ~>> 1, Field.Inner.y ~>> 2],
      Field.b ~>> [[Field.Inner.x ~>> 1], [Field.Inner.y ~>> 2]] as [TrackedProperties],
    ]
    recorder.allowing(keys: [Field.a]).track(TrackedEvent(Sent(), properties: nested))
    recorder.prohibiting(keys: [Field.Inner.x]).track(TrackedEvent(Sent(), properties: nested))
    expect(recorder.events[0].properties, is: [Field.a ~>> [Field.Inner.x ~>> 1, Field.Inner.y ~>> 2]])
    expect(
      recorder.events[1].properties,
      is: [
        Field.a ~>> [Field.Inner.y ~>> 2],
        Field.b ~>> [[], [Field.Inner.y ~>> 2]] as [TrackedProperties],
      ])
  }

  @Test func `Any two rules in a row do what a naive filter does, also with sensitive keys and those of types`() {
    let keys: [any Key] = Field.allCases + ["d", "e", Secret.email]
    for seed in 0..<SearchScale.times(200, long: 5_000) {
      var random = SeededGenerator(seed: UInt64(seed))
      func some() -> [any Key] { keys.filter { _ in random.chance(50) } }
      let properties = TrackedProperties(some().map { PropertyKey($0) ~>> 1 })
      let (allowed, prohibited) = (
        (all: some(), sent: some(), opened: some()), (all: some(), sent: some(), more: some())
      )
      let recorder = RecordingTracker.plain()
      let tracker = recorder.allowing(
        keys: allowed.all, ofEvents: [(Sent.self, allowed.sent), (Opened.self, allowed.opened)]
      )
      .prohibiting(keys: prohibited.all, ofEvents: [(Sent.self, prohibited.sent), (Sent.self, prohibited.more)])
      tracker.track(TrackedEvent(Sent(), properties: properties))
      tracker.track(TrackedEvent(Opened(), properties: properties))
      func left(_ allowed: [any Key], _ prohibited: [any Key]) -> [String] {
        let (allowed, prohibited) = (allowed.map(\.name), prohibited.map(\.name))
        return properties.map(\.key.name).filter { allowed.contains($0) && !prohibited.contains($0) }
      }
      let expected = [
        left(allowed.all + allowed.sent, prohibited.all + prohibited.sent + prohibited.more),
        left(allowed.all + allowed.opened, prohibited.all),
      ]
      // The sensitive key is the last.
      let found = recorder.events.map { ($0.properties + $0.sensitiveProperties).map(\.key.name) }
      #expect(found == expected, "seed \(seed)")
      #expect(recorder.events.allSatisfy { $0.properties[Secret.email] == nil }, "seed \(seed)")
    }
  }
}
