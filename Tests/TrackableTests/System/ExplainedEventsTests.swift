import Testing
import Trackable

/// Events that say who gave their properties, in a recording.
@Suite struct ExplainedEventsTests {
  private let tracker = RecordingTracker()
  private var last: TrackedEvent? { tracker.events.last }

  private struct Told: AnalyticsEvent {
    var properties: TrackedProperties { ["a" ~>> "event", "b" ~>> "event"] }
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

  @Test func `A user property, and a change of the user, has the location of its call`() {
    let calls = RecordingTracker()
    let first: UInt = #line + 2
    TrackableSystem.withTracker(calls) {
      Plain().updateUserProperty(Silent())
      TrackingContext().updateUserProperty(Silent())
      Silent().update()
      calls.update(TrackedUserProperty(Silent()))
      TrackableSystem.identify("john")
      TrackableSystem.reset()
    }
    expect(calls.deliveries.map(\.location), is: (0...4).map { Self.location(first + $0) } + [nil])
  }

  @Test func `A location is its file and line`() {
    let here = CodeLocation(fileID: "A/B.swift", line: 3)
    #expect(here.fileID == "A/B.swift" && here.line == 3 && "\(here)" == "A/B.swift:3")
    expect("\(CodeLocation())", is: "TrackableTests/ExplainedEventsTests.swift:\(#line)")
  }
}
