import Testing
import Trackable

/// Does something each time it is asked.
private final class Asked: TrackableClass, @unchecked Sendable {
  let name: String
  var whenAsked: () -> Void = {}
  var whenAskedForParent: () -> Void = {}

  init(_ name: String) { self.name = name }

  var trackedProperties: TrackedProperties {
    let _ = whenAsked()
    "computed \(name)" ~>> true
  }

  var trackableParent: (any TrackableClass)? {
    whenAskedForParent()
    return nil
  }
}

/// Code that the library asks may track, also on the object that is asked: each event is delivered, and lacks what was
/// being computed.
@Suite(.timeLimit(.minutes(10))) struct RecursionTests {
  private struct Level: UserProperty { let value = 1 }

  private let child = Asked("child")
  private let parent = Asked("parent")

  private func observe(_ body: () -> Void) -> (events: [TrackedEvent], issues: [TrackableIssue]) {
    let recorder = RecordingTracker.plain()
    let issues = RecordingTracker.plain()
    withSystem(recorder, issues: issues, operation: body)
    return (recorder.events, issues.issues)
  }

  @Test func `An object that tracks on itself while it computes its properties`() throws {
    var line: UInt = 0
    child.setupTrackableChain(trackedProperties: ["link" ~>> true])
    child.whenAsked = { [unowned child] in
      child.track(NumberedEvent(2)); line = #line
    }
    let (events, issues) = observe { child.track(NumberedEvent(1)) }
    #expect(events.map(\.name) == ["2", "1"])
    #expect(events.map(\.keys) == [["link"], ["link", "computed child"]])
    #expect(issues.map(\.kind) == [.recursiveProperties])
    #expect(
      issues.first?.description == """
        TrackableTests/RecursionTests.swift:\(line): What Asked computes is missing from '2': it was tracked by that \
        computation itself. To fix this, track where something happens, not in trackedProperties or trackableParent.
        """)
  }

  @Test func `An ancestor that tracks on its descendant while it computes its properties`() {
    child.setupTrackableChain(parent: parent)
    parent.whenAsked = { [unowned child] in child.track(NumberedEvent(2)) }
    let (events, issues) = observe { child.track(NumberedEvent(1)) }
    #expect(events.map(\.name) == ["2", "1"])
    #expect(events.map(\.keys) == [["computed child"], ["computed child", "computed parent"]])
    #expect(issues.map(\.kind) == [.recursiveProperties])
  }

  @Test func `Two objects that track on each other while they compute their properties`() {
    child.whenAsked = { [unowned parent] in parent.track(NumberedEvent(2)) }
    parent.whenAsked = { [unowned child] in child.track(NumberedEvent(3)) }
    let (events, issues) = observe { child.track(NumberedEvent(1)) }
    #expect(events.map(\.name) == ["3", "2", "1"])
    #expect(events.map(\.keys) == [[], ["computed parent"], ["computed child"]])
    #expect(issues.map(\.kind) == [.recursiveProperties])
  }

  @Test func `An object that tracks on itself while it computes its parent`() {
    child.whenAskedForParent = { [unowned child] in child.track(NumberedEvent(2)) }
    let (events, issues) = observe { child.track(NumberedEvent(1)) }
    #expect(events.map(\.name) == ["2", "1"])
    #expect(events.map(\.keys) == [["computed child"], ["computed child"]])
    #expect(issues.map(\.kind) == [.recursiveProperties])
  }

  @Test func `An object that tracks on itself wherever it is asked`() {
    child.whenAsked = { [unowned child] in child.track(NumberedEvent(2)) }
    child.whenAskedForParent = { [unowned child] in child.track(NumberedEvent(3)) }
    let (events, issues) = observe { child.track(NumberedEvent(1)) }
    #expect(events.last?.name == "1" && events.last?.keys == ["computed child"])
    #expect(events.count == 5)
    #expect(issues.allSatisfy { $0.kind == .recursiveProperties })
  }

  @Test func `An object that updates a user property, explains and takes a context while it is asked`() {
    child.whenAsked = { [unowned child] in
      child.updateUserProperty(Level())
      _ = child.explainTracking(of: NumberedEvent(2))
      child.makeTrackingContext().track(NumberedEvent(3))
    }
    child.whenAskedForParent = { [unowned child] in child.updateUserProperty(Level()) }
    let (events, issues) = observe { child.track(NumberedEvent(1)) }
    #expect(events.filter { $0.name == "1" }.map(\.keys) == [["computed child"]])
    #expect(issues.allSatisfy { $0.kind == .recursiveProperties })
  }

  @Test func `A live part of a context that tracks on that context`() {
    let known = Lock(TrackingContext())
    let context = TrackingContext().appending(["fixed" ~>> true]).appending(live: {
      known.withLock { $0 }.track(NumberedEvent(2))
      return ["live" ~>> true]
    })
    known.withLock { $0 = context }
    let station = Station("")
    station.setupTrackableChain(parent: context)
    let (events, issues) = observe {
      context.track(NumberedEvent(1))
      station.track(NumberedEvent(3))
    }
    known.withLock { $0 = TrackingContext() }
    #expect(events.map(\.name) == ["2", "1", "2", "3"])
    #expect(events.map(\.keys) == [["fixed"], ["live", "fixed"], ["fixed"], ["computed ", "live", "fixed"]])
    // Once for each event name.
    #expect(issues.map(\.kind) == [.recursiveProperties])
  }

  @Test func `What is said at the call site may track`() {
    func said() -> TrackedProperties {
      child.track(NumberedEvent(2))
      return ["site" ~>> true]
    }
    let (events, issues) = observe { child.track(NumberedEvent(1), trackedProperties: said()) }
    #expect(events.map(\.keys) == [["computed child"], ["site", "computed child"]])
    #expect(issues.isEmpty)
  }
}
