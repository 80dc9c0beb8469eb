import Testing
import Trackable

/// Events that say who gave their properties, in a recording.
@Suite struct ExplainedEventsTests {
  private let tracker = RecordingTracker()
  private var last: TrackedEvent? { tracker.events.last }

  private struct Told: AnalyticsEvent {
    var properties: TrackedProperties { ["a" ~>> "event", "b" ~>> "event"] }
  }

  @Test func `A recorded event has the explanation of explainTracking`() {
    let (child, parent) = (SharedStation("child"), SharedStation("parent"))
    ScopedSystem(tracker).run {
      TrackableSystem.defaultProperties = ["a" ~>> "defaults", "f" ~>> "defaults"]
      parent.setupTrackableChain(trackedProperties: ["b" ~>> "parent", "d" ~>> "parent"])
      child.setupTrackableChain(trackedProperties: ["c" ~>> "link"], parent: parent)
      withTrackedProperties(["d" ~>> "scope", "e" ~>> "scope"]) {
        child.track(Told(), trackedProperties: ["a" ~>> "call"])
        let explained = child.explainTracking(of: Told(), trackedProperties: ["a" ~>> "call"])
        expect(last?.explanation.map(Explained.init), is: Explained(explained))
        expect(last?.explanation?.properties, is: last?.properties)
        expect(explained.entries.count, is: 8)

        child.makeTrackingContext().track(Told(), trackedProperties: ["a" ~>> "call"])
        let ofContext = child.makeTrackingContext().explainTracking(of: Told(), trackedProperties: ["a" ~>> "call"])
        expect(last?.explanation.map(Explained.init), is: Explained(ofContext))
      }
    }
  }

  @Test func `An event without an object has an explanation`() {
    ScopedSystem(tracker).run {
      TrackableSystem.defaultProperties = ["a" ~>> "defaults"]
      Told().trigger()
    }
    expect(
      last?.explanation?.description,
      is: """
        a       event     2  event
          over  defaults  7  defaults
        b       event     2  event
        """)
  }

  @Test func `An explanation names an ancestor that was not read`() async {
    let child = SharedStation("child")
    do { child.setupTrackableChain(parent: SharedStation("parent")) }
    ScopedSystem(tracker).run {
      TrackableSystem.issueHandler = { _ in }
      child.track(Told())
    }
    expect(last?.explanation?.unread.map(\.description), is: ["SharedStation (1)"])
    expect(last?.unread.map(\.description), is: ["SharedStation (1)"])
  }

  @Test func `Outside of a recording no event is explained`() {
    let plain = RecordingTracker.plain()
    TrackableSystem.withTracker(plain.renaming(.snakeCase)) {
      SharedStation("child").track(Told())
      Told().trigger()
    }
    expect(plain.events.map { $0.explanation == nil }, is: [true, true])
  }

  @Test func `An explanation leaves out the changes of a tracker`() {
    ScopedSystem(tracker.overridingProperties(with: ["a" ~>> "changed"])).run { Told().trigger() }
    expect(last?.properties["a"], is: "changed")
    expect(last?.explanation?.properties["a"], is: "event")
  }
}

/// Where in the code something was tracked.
@Suite struct CodeLocationTests {
  private struct Renamed: UserProperty {
    let value = "new"
    func updateEvents() -> [any AnalyticsEvent] { [Noted()] }
  }

  private struct Silent: UserProperty { let value = "new" }

  private let recorder = RecordingTracker.plain()

  private static func location(_ line: UInt) -> CodeLocation {
    CodeLocation(fileID: "TrackableTests/ExplainedEventsTests.swift", line: line)
  }

  @Test func `An event has the location of the call that tracked it`() async {
    let (child, actor) = (SharedBranch("child"), Warehouse())
    await actor.link(child, parent: SharedBranch("parent"))
    let first: UInt = #line + 2
    await TrackableSystem.withTracker(recorder) {
      child.track(Noted())
      await TrackableSystem.flush()
      Plain().track(Noted())
      TrackingContext().track(Noted())
      Noted().trigger()
      TrackableSystem.track(Noted())
      recorder.track(Noted())
      recorder.track(TrackedEvent(Noted()))
      Plain().updateUserProperty(Renamed())
      Renamed().update()
    }
    expect(recorder.events.map(\.location), is: [0, 2, 3, 4, 5, 6, 7, 8, 9].map { Self.location(first + $0) })
  }

  @Test func `A user property has the location of the call that updated it`() {
    let calls = RecordingTracker()
    let first: UInt = #line + 2
    TrackableSystem.withTracker(calls) {
      Plain().updateUserProperty(Silent())
      TrackingContext().updateUserProperty(Silent())
      Silent().update()
      calls.update(TrackedUserProperty(Silent()))
    }
    expect(calls.deliveries.map(\.location), is: [0, 1, 2, 3].map { Self.location(first + $0) })
  }

  @Test func `A tracker can ask where the user was changed`() {
    let calls = RecordingTracker()
    let first: UInt = #line + 2
    TrackableSystem.withTracker(calls) {
      TrackableSystem.identify("john")
      TrackableSystem.reset()
    }
    expect(calls.deliveries.map(\.location), is: [Self.location(first), nil])
  }

  @Test func `Locations are equal if file and line are`() {
    let (here, there) = (
      CodeLocation(fileID: "A/B.swift", line: 3), CodeLocation(fileID: "A/B.swift", line: 4)
    )
    expect(here, is: CodeLocation(fileID: "A/B.swift", line: 3))
    #expect(here != there && here != CodeLocation(fileID: "A/C.swift", line: 3))
    expect(Set([here, there, CodeLocation(fileID: "A/B.swift", line: 3)]).count, is: 2)
    #expect(here.fileID == "A/B.swift" && here.line == 3 && "\(here)" == "A/B.swift:3")
    expect("\(CodeLocation())", is: "TrackableTests/ExplainedEventsTests.swift:\(#line)")
  }
}

/// An explanation, to be compared.
private struct Explained: Equatable {
  private struct Value: Equatable {
    let key: PropertyKey
    let value: TrackedValue
    let source: PropertySource
  }

  private let entries: [[Value]]

  init(_ explanation: TrackedPropertiesExplanation) {
    entries = explanation.entries.map { entry in
      ([entry] + entry.overridden).map { Value(key: $0.key, value: $0.value, source: $0.source) }
    }
  }
}
