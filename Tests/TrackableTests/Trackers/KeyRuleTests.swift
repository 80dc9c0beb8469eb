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
  private func arrived(
    _ properties: TrackedProperties, of event: some AnalyticsEvent = Sent(),
    _ rule: (RecordingTracker) -> some AnalyticsEventTracker
  ) -> [String] {
    let recorder = RecordingTracker.plain()
    rule(recorder).track(TrackedEvent(event, properties: properties))
    return recorder.events.flatMap { $0.properties.map(\.key.name) + $0.sensitiveProperties.map(\.key.name) }
      .map { String($0.split(separator: ".").last ?? "") }
  }

  private let all: TrackedProperties = [Field.a ~>> 1, Field.b ~>> 2, Field.c ~>> 3, "d" ~>> 4]

  @Test func `An allow-list lets pass what every event may have, and what its type may have besides`() {
    expect(arrived(all) { $0.allowing(keys: [Field.a, "d"]) }, is: ["a", "d"])
    let both: (RecordingTracker) -> any AnalyticsEventTracker = {
      $0.allowing(keys: [Field.a], ofEvents: [(Sent.self, [Field.b]), (Opened.self, ["d"]), (Sent.self, [Field.c])])
    }
    expect(arrived(all, of: Sent(), { CombinedTracker(both($0)) }), is: ["a", "b", "c"])
    expect(arrived(all, of: Opened(), { CombinedTracker(both($0)) }), is: ["a", "d"])
  }

  @Test func `With no keys, nothing but the name arrives`() {
    let (recorder, users) = (RecordingTracker.plain(), Shared<[TrackedUser]>([]))
    let tracker = recorder.combined(with: Users(users: users)).allowing(keys: [])
    tracker.track(TrackedEvent(Sent(), properties: all + [Secret.email ~>> "john@apple.records"]))
    tracker.identify("john", traits: [Field.a ~>> 1, Secret.email ~>> "john@apple.records"])
    expect(recorder.events.map { $0.properties + $0.sensitiveProperties }, is: [[]])
    expect(recorder.events.map(\.name), is: [Sent().name])
    expect(users.value.map { $0.traits + $0.sensitiveTraits }, is: [[]])
  }

  @Test func `A group has the traits that every call may have`() {
    let recorder = RecordingTracker.plain()
    withSystem(recorder.allowing(keys: [Field.b])) {
      TrackableSystem.group("apple", type: "company", traits: [Field.a ~>> 1, Field.b ~>> 2, Secret.email ~>> "x"])
    }
    let group = recorder.userProperties.first
    expect(group?.operation, is: .group(traits: [Field.b ~>> 2]))
    expect(group?.sensitiveValue, is: nil)
    expect(group?.operand, is: "apple")
  }

  @Test func `A user has the traits that every call may have, and not those of a type of event`() {
    let users = Shared<[TrackedUser]>([])
    Users(users: users).allowing(keys: [Field.a], ofEvents: [(Sent.self, [Field.b])])
      .identify("john", traits: [Field.a ~>> 1, Field.b ~>> 2])
    Users(users: users).prohibiting(keys: [Field.a], ofEvents: [(Sent.self, [Field.b])])
      .identify("paul", traits: [Field.a ~>> 1, Field.b ~>> 2])
    expect(users.value.map(\.traits), is: [[Field.a ~>> 1], [Field.b ~>> 2]])
  }

  @Test func `Sensitive properties are left out like others`() {
    let properties = all + [Secret.email ~>> "john@apple.records"]
    expect(arrived(properties) { $0.allowing(keys: [Field.a]) }, is: ["a"])
    expect(arrived(properties) { $0.allowing(keys: [Secret.email]) }, is: ["email"])
    expect(arrived(properties) { $0.prohibiting(keys: [Secret.email, Field.b, "d"]) }, is: ["a", "c"])
  }

  @Test func `A list that allows a key allows the values nested in it, and a prohibited key is found in nested values`()
  {
    let nested: TrackedProperties = [
      Field.a ~>> [Field.Inner.x ~>> 1, Field.Inner.y ~>> 2],
      Field.b ~>> [[Field.Inner.x ~>> 1], [Field.Inner.y ~>> 2]] as [TrackedProperties],
    ]
    let recorder = RecordingTracker.plain()
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

  @Test func `A key that a list leaves out is no issue, since that is the purpose of the list`() {
    let issues = issues {
      NoOpTracker().allowing(keys: [Field.a]).track(TrackedEvent(Sent(), properties: [Field.a ~>> 1, "b" ~>> 2]))
    }
    expect(issues.count, is: 0)
  }

  @Test func `Any two rules in a row do what a naive filter does`() {
    let keys: [any Key] = Field.allCases + ["d", "e"]
    for seed in 0..<SearchScale.times(200, long: 5_000) {
      var random = SeededGenerator(seed: UInt64(seed))
      func some() -> [any Key] { keys.filter { _ in random.chance(50) } }
      let properties = TrackedProperties(some().map { PropertyKey($0) ~>> 1 })
      let (first, more, second, others) = (some(), some(), some(), some())
      let recorder = RecordingTracker.plain()
      recorder.allowing(keys: first, ofEvents: [(Sent.self, more)])
        .prohibiting(keys: second, ofEvents: [(Sent.self, others)]).track(TrackedEvent(Sent(), properties: properties))
      func names(_ keys: [any Key]) -> [String] { keys.map(\.name) }
      let expected = properties.map(\.key.name).filter {
        names(first + more).contains($0) && !names(second + others).contains($0)
      }
      #expect(recorder.events.first?.properties.map(\.key.name) == expected, "seed \(seed)")
    }
  }
}
