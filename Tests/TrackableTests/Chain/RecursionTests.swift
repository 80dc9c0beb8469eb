import Testing
import Trackable

/// Code that the library asks may track. Where that leads to itself without end, it is cut off 16 deep, with one issue: the
/// adopter's fault, which neither crashes nor hangs.
@Suite(.timeLimit(.minutes(10))) struct RecursionTests {
  private struct Level: UserProperty { let value = 1 }

  private let child = SharedBranch("child")

  private func observe(_ body: () -> Void) -> (events: [TrackedEvent], issues: [TrackableIssue]) {
    let recorder = RecordingTracker.plain()
    let issues = RecordingTracker.plain()
    withSystem(recorder, issues: issues, operation: body)
    return (recorder.events, issues.issues)
  }

  @Test func `An object that tracks on itself while it computes its properties`() throws {
    let line: UInt = #line + 3
    child.setupTrackableChain(trackedProperties: ["link" ~>> true])
    child.whenAsked { [unowned child] in
      child.track(NumberedEvent(2))
    }
    let (events, issues) = observe { child.track(NumberedEvent(1)) }
    expect(events.map(\.name), is: Array(repeating: "2", count: 15) + ["1"])
    #expect(events.allSatisfy { $0.keys == ["link", "computed child"] })
    expect(
      issues.map(\.description),
      is: [
        """
        TrackableTests/RecursionTests.swift:\(line): '2' goes nowhere: trackers or computed properties that \
        track have called one another, 16 levels deep or more. To fix this, track where something happens, not in \
        trackedProperties or trackableParent, and let no tracker track at each event.
        """
      ])
    expect(issues.map(\.kind), is: [.recursiveTracking])
  }

  @Test func `A getter that tracks many times comes to an end soon`() {
    child.whenAsked { [unowned child] in for number in 2...9 { child.track(NumberedEvent(number)) } }
    child.whenAskedForParent { [unowned child] in for number in 2...9 { child.track(NumberedEvent(number)) } }
    let (events, issues) = observe { child.track(NumberedEvent(1)) }
    #expect(events.last?.name == "1" && events.last?.keys == ["computed child"])
    #expect(events.count < 64)
    #expect(issues.allSatisfy { $0.kind == .recursiveTracking })
  }

  @Test func `A getter that updates a user property, explains, draws and makes a context`() {
    child.whenAsked { [unowned child] in
      child.updateUserProperty(Level())
      _ = child.explainTracking(of: NumberedEvent(2))
      _ = child.trackableChainDescription()
      child.makeTrackingContext().track(NumberedEvent(3))
    }
    child.whenAskedForParent { [unowned child] in child.updateUserProperty(Level()) }
    let (events, issues) = observe { child.track(NumberedEvent(1)) }
    expect(events.filter { $0.name == "1" }.map(\.keys), is: [["computed child"]])
    #expect(issues.allSatisfy { $0.kind == .recursiveTracking })
  }

  @Test func `A live part of a context that tracks on that context`() {
    let known = Lock(TrackingContext())
    let context = TrackingContext().appending(["fixed" ~>> true]).appending(live: {
      known.withLock { $0 }.track(NumberedEvent(2))
      return ["live" ~>> true]
    })
    known.withLock { $0 = context }
    let (events, issues) = observe { context.track(NumberedEvent(1)) }
    known.withLock { $0 = TrackingContext() }
    expect(events.map(\.name), is: Array(repeating: "2", count: 15) + ["1"])
    expect(issues.map(\.kind), is: [.recursiveTracking])
  }

  @Test func `A property at the call site may track`() {
    func said() -> TrackedProperties {
      child.track(NumberedEvent(2))
      return ["site" ~>> true]
    }
    let (events, issues) = observe { child.track(NumberedEvent(1), trackedProperties: said()) }
    expect(events.map(\.keys), is: [["computed child"], ["site", "computed child"]])
    #expect(issues.isEmpty)
  }
}
