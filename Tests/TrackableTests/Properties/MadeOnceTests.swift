import Testing
import Trackable

private enum Field: String, Key, CaseIterable { case profile, score, other }
private enum Secret: String, SensitiveKey { case name }

/// A value of which the call that makes it reports every part.
private let profile: TrackedProperties = [
  Field.profile ~>> [
    Secret.name ~>> "John", Field.score ~>> Double.nan, "list" ~>> [[Double.infinity]], "id" ~>> 1 << 60,
  ]
]

/// A flaw is found where a value is made. Code that copies, joins or renames the value reports nothing, and so may run
/// under a lock. A call that never returns shows as a time limit.
@Suite(.timeLimit(.minutes(10))) struct MadeOnceTests {
  private let recorder = RecordingTracker.plain()
  private let found = RecordingTracker.plain()

  /// The issues of `body`, whose handler tracks.
  private func issues(bootstrapped tracker: (any AnalyticsEventTracker)?, _ body: () -> Void) -> [TrackableIssue] {
    let found = Shared<[TrackableIssue]>([])
    ScopedSystem(
      bootstrapped: tracker,
      issueHandler: { issue in
        found.withLock { $0.append(issue) }
        TrackableSystem.track(Noted())
      }
    ).run(body)
    return found.value
  }

  /// Where the two calls wait before they are one.
  enum Place: CaseIterable { case nowhere, bootstrap, gate }

  @Test(arguments: Place.allCases)
  func `An app identifies its user twice, and its issue handler tracks`(place: Place) {
    let (recorder, consent) = (RecordingTracker.plain(), Consent())
    // No event comes between the two calls that the gate holds.
    let gated = recorder.requiringConsent(.analytics, from: consent).prohibiting(eventTypes: [Noted.self])
      .combined(with: recorder)
    let found = issues(bootstrapped: place == .nowhere ? recorder : place == .gate ? gated : nil) {
      TrackableSystem.identify("john", traits: profile)
      TrackableSystem.identify("john", traits: ["plan" ~>> "gold"])
      if place == .bootstrap { TrackableSystem.bootstrap(recorder) }
      consent.grant(.analytics)
      expect(recorder.calls.contains { $0.hasPrefix("identify") }, is: true)
      expect(recorder.events.count, is: 3)
    }
    expect(found.map(\.kind), is: [.valueDoesNotFit, .valueDoesNotFit, .valueDoesNotFit])
    expect(found.map(\.subject), is: [Field.score.name, "list", "id"])
  }

  private static let ways: [@Sendable (RecordingTracker) -> any AnalyticsEventTracker] = [
    { $0.addingDefaults([Field.other ~>> 1, Secret.name ~>> "Paul"]).renaming(.keepingLast(1)) },
    { $0.overridingProperties(with: [Field.other ~>> 1]).addingDefaults(["a" ~>> 1]) },
    { $0.map { $0 }.flatMap { [$0, $0] } },
    { $0.holding },
  ]

  @Test(arguments: ways.indices)
  func `A combinator reports nothing that the call has reported`(way: Int) {
    withSystem(Self.ways[way](recorder), issues: found) {
      TrackableSystem.track(Noted(), trackedProperties: profile)
      TrackableSystem.identify("john", traits: profile)
      TrackableSystem.identify("john", traits: ["plan" ~>> "gold"])
      TrackableSystem.group("apple", type: "company", traits: profile)
    }
    #expect(!recorder.events.isEmpty)
    let places = Dictionary(grouping: found.issues.filter { $0.kind == .valueDoesNotFit }, by: \.location)
    expect(places.values.map { $0.map(\.subject) }, is: Array(repeating: [Field.score.name, "list", "id"], count: 3))
  }

  @Test func `Who tracks an event again reports nothing that its first call has reported`() throws {
    try withSystem(recorder, issues: found) {
      TrackableSystem.track(Noted(), trackedProperties: profile)
      let event = try #require(recorder.events.first)
      TrackableSystem.track(event)
      TrackableSystem.track(event, trackedProperties: ["a" ~>> 1])
      var changed = event
      changed.properties["a"] = 2
      TrackableSystem.track(changed)
    }
    expect(recorder.events.count, is: 4)
    expect(found.issues.map(\.subject), is: [Field.score.name, "list", "id"])
  }

  @Test func `A whole number that many readers round is sent as it is, with an issue`() {
    let edge = 1 << 53
    var line: UInt = 0
    withSystem(recorder, issues: found) {
      TrackableSystem.track(
        Noted(),
        trackedProperties: [
          "fits" ~>> edge, "fits as well" ~>> -edge, "id" ~>> edge + 1, "below" ~>> -edge - 1,
          "in a list" ~>> [Int64.max],
          "nested" ~>> ["deep" ~>> UInt64(1) << 60] as TrackedProperties,
        ]);
      line = #line - 7
    }
    expect(recorder.events.first?.properties["id"], is: .int(edge + 1))
    expect(found.issues.map(\.subject), is: ["id", "below", "in a list", "deep"])
    expect(Set(found.issues.map(\.kind)), is: [.valueDoesNotFit])
    expect(
      found.issues.first?.description,
      is: """
        TrackableTests/MadeOnceTests.swift:\(line): The value of 'id' is or contains a whole number beyond 2^53, which many \
        readers round; it was sent as it is: '9007199254740993'. To fix this, send it as text: it is an ID rather than a \
        number.
        """)
  }

  private struct Nameless: AnalyticsEvent { let name = "" }

  @Test func `An event without a name, and an empty key, are reported once for each place`() {
    withSystem(recorder.map { $0.with(name: $0.properties["name"]?.description) }, issues: found) {
      for _ in 1...2 { TrackableSystem.track(Nameless(), trackedProperties: ["" ~>> 1]) }
      TrackableSystem.track(Noted(), trackedProperties: ["nested" ~>> ["" ~>> "x"] as TrackedProperties])
      TrackableSystem.track(Noted(), trackedProperties: ["name" ~>> ""])
      TrackableSystem.track(Noted(), trackedProperties: ["" ~>> String?.none])
    }
    expect(recorder.events.map { $0.name.isEmpty }, is: [true, true, false, true, false])
    expect(found.issues.map(\.kind), is: [.emptyName, .emptyName, .emptyName, .emptyName])
    expect(
      found.issues.map(\.message).sorted(),
      is: [
        "A property has an empty key; its value is '1'.", "A property has an empty key; its value is 'x'.",
        "An event of type TrackableTests.MadeOnceTests.Nameless has an empty name.",
        "An event of type TrackableTests.Noted has an empty name.",
      ])
  }
}

extension TrackedEvent {
  fileprivate func with(name: String?) -> TrackedEvent {
    var event = self
    if let name { event.name = name }
    return event
  }
}

extension RecordingTracker {
  /// Behind a gate that is open.
  fileprivate var holding: any AnalyticsEventTracker {
    requiringConsent(.analytics, from: Consent([.analytics: .granted]))
  }
}
