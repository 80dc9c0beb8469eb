import Testing
import Trackable

/// A user property without events.
private struct Plan: UserProperty { let value = "gold" }

/// Events without a name of their own, to be prohibited by type.
private struct Prohibited: AnalyticsEvent {}

/// What holds for the whole app, and changes.
private final class Session: TrackableClass, Sendable {
  let number = Shared(1)
  let asked = Shared(0)

  var trackedProperties: TrackedProperties {
    let _ = asked.add(1)
    "session" ~>> number.value
  }
}

/// The root of a system: live, below everything, on every event.
@Suite struct RootTests {
  private let session = Session()
  private let recorder = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()

  /// Runs `operation` in a system that nothing was bootstrapped in yet.
  private func unbootstrapped(_ operation: () -> Void) {
    ScopedSystem(bootstrapped: nil, issueHandler: issues.record).run(operation)
  }

  private func rooted(_ operation: () -> Void) {
    unbootstrapped {
      TrackableSystem.bootstrap(recorder, root: session)
      operation()
    }
  }

  private var sessions: [TrackedValue?] { recorder.events.map { $0.properties["session"] } }

  /// A module's own tracker, which hands on its calls.
  private struct Forwarding: AnalyticsEventTracker {
    let own: RecordingTracker

    func track(_ event: TrackedEvent) {
      own.track(event)
      TrackableSystem.track(event)
    }
  }

  @Test func `An event that a link's tracker forwards before the bootstrap has the root's properties of that moment`() {
    let (own, child) = (RecordingTracker.plain(), Plain())
    unbootstrapped {
      TrackableSystem.defaultProperties = ["version" ~>> 1, "early" ~>> true]
      child.deliver(to: Forwarding(own: own))
      child.track(Noted())
      TrackableSystem.defaultProperties = ["version" ~>> 2, "late" ~>> true]
      TrackableSystem.bootstrap(recorder, root: session)
    }
    expect(own.events.map { $0.properties["session"] }, is: [nil])
    expect(sessions, is: [1])
    expect(recorder.events.map { $0.properties["late"] }, is: [.bool(true)])
    // What the module's tracker had was handed on.
    expect(recorder.events.map { $0.properties["version"] }, is: [1])
  }

  @Test func `A root that the chain leads to is read once, and counts there`() {
    let child = Plain()
    child.setupTrackableChain(parent: session)
    rooted {
      withTrackedProperties(["session" ~>> "scope"]) { child.track(Noted()) }
      session.track(Noted())
    }
    expect(sessions, is: [1, 1])
    expect(session.asked.value, is: 2)
  }

  @Test func `Events from before get the root when it comes`() {
    unbootstrapped {
      TrackingContext().appending(["session" ~>> "mine"]).track(Noted())
      Noted().trigger()
      session.number.set(7)
      TrackableSystem.bootstrap(recorder, root: session)
    }
    expect(sessions, is: ["mine", 7])
  }

  @Test func `A root whose getter tracks comes to an end, with one issue`() {
    let root = SharedBranch("root")
    root.whenAsked { Noted().trigger() }
    unbootstrapped {
      TrackableSystem.bootstrap(recorder, root: root)
      Noted().trigger()
      Noted().trigger()
    }
    expect(recorder.events.map(\.keys), is: Array(repeating: ["computed root"], count: 32))
    expect(issues.issues.map(\.kind), is: [.recursiveTracking])
  }

  @Test func `The system does not read the root for events that no tracker wants`() {
    unbootstrapped {
      Noted().trigger()
      TrackableSystem.bootstrap(NoOpTracker(), root: session)
      Noted().trigger()
      Plain().track(Noted())
      TrackingContext().track(Noted())
      Plain().updateUserProperty(Plan())
      TrackableSystem.bootstrap(recorder.prohibiting(eventTypes: [Prohibited.self]), root: session)
      Prohibited().trigger()
      Plain().track(Prohibited())
    }
    expect(session.asked.value, is: 0)
  }

  @Test func `A scope has no root unless it is given one`() {
    let (plain, rootedScope) = (RecordingTracker.plain(), RecordingTracker.plain())
    let inner = Session()
    inner.number.set(9)
    rooted {
      TrackableSystem.withTracker(plain) { Noted().trigger() }
      TrackableSystem.withTracker(rootedScope, root: inner) { Noted().trigger() }
      Noted().trigger()
    }
    expect(plain.events.map(\.keys), is: [[]])
    expect(rootedScope.events.map { $0.properties["session"] }, is: [9])
    expect(sessions, is: [1])
  }

  @Test func `The explanation names the root`() {
    let (app, child) = (Station("app"), Plain())
    session.setupTrackableChain(trackedProperties: ["link" ~>> true], parent: app)
    rooted {
      TrackableSystem.defaultProperties = ["session" ~>> 0]
      let explanation = child.explainTracking(of: Noted())
      expect(
        explanation.description,
        is: """
          link          true  7  link of Session (root)
          session       1     7  Session (root)
            over        0     7  defaults
          computed app  true  7  Station (1 above the root)
          """)
      child.setupTrackableChain(parent: session)
      expect(child.explainTracking(of: Noted())["session"]?.source.description, is: "Session (1)")
    }
  }

  @Test func `The drawing shows the root above the chain`() {
    let (app, parent, child) = (Station("app"), Station("parent"), Plain())
    child.setupTrackableChain(trackedProperties: ["a" ~>> 1], parent: parent)
    session.setupTrackableChain(parent: app)
    rooted {
      expect(
        child.trackableChainDescription().description,
        is: """
          Station
            computed  computed app true
          └─ Session (root)
               computed  session 1
             └─ Station
                  computed  computed parent true
                └─ Plain
                     set  a 1
          """)
    }
  }

  @Test func `A flaw in the root's properties is reported, also for an event from before`() {
    session.setupTrackableChain(parent: Doubled.shared)
    unbootstrapped {
      Noted().trigger()
      TrackableSystem.bootstrap(recorder, root: session)
      expect(issues.takeIssues().map(\.kind), is: [.duplicateKey])
      Noted().trigger()
      expect(issues.takeIssues().map(\.kind), is: [.duplicateKey])
    }
  }
}

private final class Doubled: TrackableClass, Sendable {
  static let shared = Doubled()
  var trackedProperties: TrackedProperties { ["a" ~>> 1, "a" ~>> 2] }
}

/// Roots with ancestors on actors, and chains that lead to the root there.
@Suite struct RootElsewhereTests {
  private let session = Session()

  /// Runs `operation` with a system of its own that has the root. The system is the one that is waited for.
  private func rooted(
    isolation: isolated (any Actor)? = #isolation, isHolding: Bool = false, _ operation: () async -> Void
  ) async -> (events: [TrackedEvent], issues: [TrackableIssue]) {
    let (recorder, issues) = (RecordingTracker.plain(), RecordingTracker.plain())
    let scoped = ScopedSystem(bootstrapped: nil, issueHandler: issues.record)
    await scoped.run {
      if !isHolding { TrackableSystem.bootstrap(recorder, root: session) }
      await operation()
      if isHolding { TrackableSystem.bootstrap(recorder, root: session) }
    }
    return (recorder.events, issues.issues)
  }

  @MainActor @Test func `The root's ancestors on the caller's actor are read at once`() async {
    let app = MainBranch("app")
    session.setupTrackableChain(parent: app)
    let recorder = RecordingTracker.plain()
    TrackableSystem.withTracker(recorder, root: session) {
      Plain().track(Noted())
      expect(recorder.events.map(\.keys), is: [["session", "computed app"]])
    }
    withExtendedLifetime(app) {}
  }

  @Test func `The root's ancestors on another actor are read there, also for earlier events`() async {
    let app = await MainBranch("app")
    await MainActor.run { session.setupTrackableChain(parent: app) }
    for isHolding in [false, true] {
      let (events, issues) = await rooted(isHolding: isHolding) { Noted().trigger() }
      expect(events.map(\.keys), is: [["session", "computed app"]])
      expect(events.flatMap(\.unread), is: [])
      #expect(issues.isEmpty)
    }
    withExtendedLifetime(app) {}
  }

  @Test func `A root whose type hides that it belongs to the main actor is read there only, with an issue`()
    async
  {
    let (recorder, issues) = (RecordingTracker.plain(), RecordingTracker.plain())
    let root = await MainActor.run { () -> any TrackableClass & Sendable in MainBranch("app") }
    await TrackableSystem.withTracker(recorder, root: root) {
      TrackableSystem.issueHandler = issues.record
      Noted().trigger()
      await MainActor.run {
        Noted().trigger()
        expect(issues.issues.map(\.description).map { $0.contains("the root belongs to an actor") }, is: [true])
        Plain().track(Noted())
      }
    }
    expect(recorder.events.map(\.keys), is: [[], ["computed app"], ["computed app"]])
    expect(recorder.events.flatMap(\.unread).map(\.description), is: ["MainBranch (root)"])
  }

  @Test func `An ancestor of the root on another actor ranks below the root in a context as well`() async {
    let (warehouse, store, child) = (Warehouse(), SharedBranch("store"), SharedStation("child"))
    await warehouse.link(session, parent: store)
    child.setupTrackableChain(parent: session)
    // Made before the library knows that the store computes no parent.
    let (events, _) = await rooted { child.makeTrackingContext().track(Noted()) }
    expect(events.map(\.keys), is: [["computed child", "session", "computed store"]])
    withExtendedLifetime(warehouse) {}
  }

}
