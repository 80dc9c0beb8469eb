import Testing

@testable import Trackable

/// An adopter's code that runs while the library works may use the library. A deadlock shows as a time limit.
@Suite(.timeLimit(.minutes(1))) struct ReentrancyTests {
  /// Tracks and links when it goes: as an object of the chain, or as a tracker of which a link is the last owner.
  ///
  /// In a table of the test's own: nobody else takes its links out, so it goes on the test's own thread.
  private final class Departing: TrackableClass, AnalyticsEventTracker {
    private let table: ChainTable
    private let gone: Lock<Int>

    init(_ table: ChainTable, _ gone: Lock<Int>) {
      self.table = table
      self.gone = gone
    }

    deinit {
      let other = SharedStation("other")
      _ = table.link(self, properties: ["too late" ~>> true], parent: other)
      _ = table.link(other)
      _ = table.path(from: other)
      track(Noted(), trackedProperties: ["last words" ~>> true])
      gone.withLock { $0 += 1 }
    }

    func track(_ event: TrackedEvent) {}
  }

  private let table = ChainTable()
  private let gone = Lock(0)

  private var departing: Departing { Departing(table, gone) }
  private var departingTracker: TrackerReference? { TrackerReference(departing) }

  private func eventsDuring(_ operation: () -> Void) -> [[String]] {
    let recorder = Recorder()
    TrackableSystem.withTracker(recorder, operation: operation)
    return recorder.events.map { $0.properties.map(\.key.name) }
  }

  /// Enough links for the table to have looked at every slot.
  private func sweep() {
    let further = Station("further")
    for _ in 0..<1_000 { _ = table.link(further) }
  }

  @Test func `deinit may track and link`() {
    let parent = Station("parent")
    let events = eventsDuring {
      for _ in 0..<100 { _ = table.link(departing, parent: parent) }
    }
    #expect(events == Array(repeating: ["last words"], count: 100))
    #expect(gone.withLock { $0 } == 100)
  }

  @Test func `The deinit of a tracker that a new link replaces may track and link`() {
    let child = Station("child")
    _ = table.link(child, trackers: departingTracker)
    #expect(gone.withLock { $0 } == 0)
    _ = table.link(child)
    #expect(gone.withLock { $0 } == 1)
  }

  @Test func `The deinit of a tracker may track and link when its object is gone`() {
    for _ in 0..<100 { _ = table.link(Station("child"), trackers: departingTracker) }
    sweep()
    #expect(gone.withLock { $0 } == 100)
  }

  @Test func `The deinit of a tracker may track and link when a newcomer takes its object's address`() throws {
    var trackers = 0
    for isParent in [false, true] {
      try whereAddressesComeBack {
        let former: ObjectIdentifier
        do {
          let object = Station("former")
          _ = table.link(object, trackers: departingTracker)
          trackers += 1
          former = ObjectIdentifier(object)
        }
        let newcomer = try newcomer(at: former) { Station("newcomer") }
        if isParent {
          _ = table.link(Station("child"), parent: newcomer)
        } else {
          _ = table.link(newcomer)
        }
      }
    }
    sweep()
    #expect(gone.withLock { $0 } == trackers)
  }

  @Test func `The deinit of a tracker may track and link when the last child of its object gets another parent`() {
    let child = Station("child")
    do {
      let parent = Station("parent")
      _ = table.link(parent, trackers: departingTracker)
      _ = table.link(child, parent: parent)
    }
    // The table forgets the parent; the child's link alone keeps its tracker.
    sweep()
    #expect(gone.withLock { $0 } == 0)
    _ = table.link(child)
    #expect(gone.withLock { $0 } == 1)
  }

  /// Does something while it is asked.
  private final class Asked: TrackableClass {
    var whenAsked: () -> Void = {}
    var trackedProperties: TrackedProperties {
      let answer: TrackedProperties = ["asked" ~>> true]
      whenAsked()
      return answer
    }
  }

  @Test func `Computed properties may track`() {
    let child = Station("child")
    let parent = Asked()
    parent.whenAsked = { Station("other").track(Noted()) }
    child.setupTrackableChain(parent: parent)
    #expect(eventsDuring { child.track(Noted()) } == [["computed other"], ["computed child", "asked"]])
  }

  @Test func `Computed properties may link and let go; the event has the chain as it was when it was tracked`() {
    let child = Station("child")
    let parent = Asked()
    var grandparent: Station? = Station("grandparent")
    child.linkNamed(parent: nil)
    child.setupTrackableChain(parent: parent)
    parent.setupTrackableChain(parent: grandparent)
    grandparent?.linkNamed(parent: nil)
    parent.whenAsked = { [weak parent] in
      child.linkNamed(parent: nil)
      parent?.setupTrackableChain()
      grandparent = nil
    }
    #expect(eventsDuring { child.track(Noted()) } == [["computed child", "asked", "link grandparent"]])
    #expect(eventsDuring { child.track(Noted()) } == [["link child", "computed child"]])
  }
}
