import Testing
import Trackable

/// Makes its parent anew each time it is asked.
private final class Onion: TrackableClass, @unchecked Sendable {
  enum Linked { case no, alone, toOthers }

  let layers: Int
  let linked: Linked
  init(_ layers: Int, _ linked: Linked = .no) {
    self.layers = layers
    self.linked = linked
  }

  var trackedProperties: TrackedProperties { "layer \(layers)" ~>> true }

  var trackableParent: (any TrackableClass)? {
    if layers == 0 { return nil }
    let outer = Onion(layers - 1, linked)
    if linked == .alone { outer.setupTrackableChain() }
    if linked == .toOthers {
      // Also lets the table forget dead objects.
      for _ in 0..<4 { Station("").setupTrackableChain(parent: Station("")) }
      outer.setupTrackableChain()
    }
    return outer
  }
}

/// A computed parent that leads back is cut off there, reported once, and the event goes out.
@Suite(.timeLimit(.minutes(10))) struct ComputedCycleTests {
  private func observe(_ body: () -> Void) -> (names: [[String]], issues: [TrackableIssue]) {
    let recorder = RecordingTracker.plain()
    let issues = RecordingTracker.plain()
    withSystem(recorder, issues: issues, operation: body)
    return (recorder.events.map(\.keys), issues.issues)
  }

  private func circle(_ length: Int) -> [SharedBranch] {
    let circle = (0..<length).map { SharedBranch("\($0)") }
    for index in circle.indices { circle[index].parent = circle[(index + 1) % length] }
    return circle
  }

  @Test(arguments: [1, 2, 3, 900]) func `A circle is walked once`(length: Int) throws {
    let circle = circle(length)
    var line: UInt = 0
    let (names, issues) = observe {
      circle[0].track(Noted()); line = #line
    }
    expect(names, is: [(0..<length).map { "computed \($0)" }])
    let issue = try #require(issues.first)
    expect(issues.count, is: 1)
    expect(issue.kind, is: .cycle)
    expect(
      issue.description,
      is: """
        TrackableTests/ComputedCycleTests.swift:\(line): The computed parents above 'TrackableTests.Noted' lead \
        back to SharedBranch, or have no end. The chain ends there. To fix this, return nil from trackableParent at the \
        root.
        """)
  }

  @Test func `The issue names the object at which the circle closes`() {
    let (stem, first, last) = (Station("stem"), SharedBranch("first"), SharedBranch("last"))
    stem.setupTrackableChain(parent: first)
    last.setupTrackableChain(parent: stem)
    first.parent = last
    let (names, issues) = observe { stem.track(Noted()) }
    expect(names, is: [["computed stem", "computed first", "computed last"]])
    expect(issues.map { $0.message.contains("lead back to Station,") }, is: [true])
  }

  @Test func `A circle does not keep a user property from coming through`() {
    struct Level: UserProperty { let value = 1 }
    let circle = circle(2)
    let tracker = RecordingTracker.plain()
    circle[1].deliver(to: tracker)
    _ = observe { circle[0].updateUserProperty(Level()) }
    expect(tracker.calls.count, is: 1)
  }

  @Test(arguments: [false, true]) func `Parents without end are cut off`(isLinked: Bool) {
    let (names, issues) = observe { Onion(100_000, isLinked ? .alone : .no).track(Noted()) }
    expect(names.map(\.count), is: [1_001])
    expect(issues.map(\.kind), is: [.cycle])
  }

  @Test(arguments: [Onion.Linked.no, .alone, .toOthers])
  fileprivate func `Parents that a getter makes anew are different objects`(linked: Onion.Linked) {
    let (names, issues) = observe { Onion(300, linked).track(Noted()) }
    expect(names, is: [(0...300).reversed().map { "layer \($0)" }])
    #expect(issues.isEmpty)
  }
}
