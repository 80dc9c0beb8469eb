import Testing
import Trackable

/// Computes its parent.
private final class Cell<Test>: TrackableClass, Sendable {
  let next = SharedStation("screen")
  var trackedProperties: TrackedProperties {}
  var trackableParent: (any TrackableClass)? { next }
}

/// What an event says of ancestors that are gone. Each test has classes of its own: what is known of a class is known
/// for good.
@Suite struct GoneAncestorTests {
  private enum AfterItWasLinked {}
  private enum BeforeItWasLinked {}
  private enum WithALinkedParent {}
  private enum OnAnotherActor {}

  /// What the event of a child carries and misses, twice, and the issues.
  private func missing(below child: Station) -> (keys: [String], unread: [String], issues: [TrackableIssue]) {
    let (recorder, issues) = (RecordingTracker.plain(), RecordingTracker.plain())
    withSystem(recorder, issues: issues) {
      child.track(Noted())
      child.track(Noted())
    }
    let event = recorder.events[0]
    return (event.keys, event.unread.map(\.description), issues.issues)
  }

  @Test func `An ancestor that said properties only before it was linked is missed`() {
    final class List: TrackableClass, Sendable {
      var trackedProperties: TrackedProperties { "album" ~>> "Imagine" }
    }
    let child = Station("child")
    do {
      let list = List()
      expect(list.trackedNames(), is: ["album"])
      child.linkNamed(parent: nil)
      child.setupTrackableChain(parent: list)
    }
    let missing = missing(below: child)
    expect(missing.keys, is: ["computed child"])
    expect(missing.unread, is: ["List (1)"])
    expect(missing.issues.map(\.kind), is: [.ancestorGone])
    expect(
      missing.issues.map(\.message),
      is: ["The computed properties of List are missing from 'TrackableTests.Noted': the object is gone."])
    #expect(missing.issues[0].remedy.hasSuffix("In a test, keep the object in a constant."))
  }

  @Test func `An ancestor that computed its parent is missed, with everything above it`() {
    let child = Station("child")
    do {
      let cell = Cell<AfterItWasLinked>()
      child.setupTrackableChain(parent: cell)
      expect(child.trackedNames(), is: ["computed child", "computed screen"])
    }
    let missing = missing(below: child)
    expect(missing.keys, is: ["computed child"])
    expect(missing.unread, is: ["Cell<AfterItWasLinked> (1)"])
    expect(missing.issues.map(\.kind), is: [.ancestorGone])
    expect(
      missing.issues.map(\.message),
      is: [
        "Cell<AfterItWasLinked> is gone, and so is the parent that it computed: everything above is missing from 'TrackableTests.Noted'."
      ])
  }

  @Test func `One that computed its parent only before it was linked is missed as well`() {
    let child = Station("child")
    do {
      let cell = Cell<BeforeItWasLinked>()
      expect(cell.trackedNames(), is: ["computed screen"])
      child.setupTrackableChain(parent: cell)
    }
    expect(missing(below: child).unread, is: ["Cell<BeforeItWasLinked> (1)"])
  }

  @Test func `One whose parent was linked computes no parent, and is not missed`() {
    let (child, root) = (Station("child"), SharedStation("root"))
    do {
      let cell = Cell<WithALinkedParent>()
      child.setupTrackableChain(parent: cell)
      expect(child.trackedNames(), is: ["computed child", "computed screen"])
      cell.setupTrackableChain(parent: root)
    }
    let missing = missing(below: child)
    expect(missing.keys, is: ["computed child", "computed root"])
    expect(missing.unread, is: [])
    #expect(missing.issues.isEmpty)
  }

  @Test func `An ancestor on another actor that goes before it is read is missed, if it computed its parent`() async {
    let (warehouse, child) = (Warehouse(), SharedStation("child"))
    let (events, _) = await observed {
      do {
        let cell = Cell<OnAnotherActor>()
        expect(cell.trackedNames(), is: ["computed screen"])
        await warehouse.link(child, parent: cell)
        warehouse.close()
        child.track(Noted(), isolation: nil)
      }
      warehouse.open()
    }
    expect(events.map(\.keys), is: [["computed child"]])
    expect(events.map { $0.unread.map(\.description) }, is: [["Cell<OnAnotherActor> (1)"]])
  }
}
