import Testing
import Trackable

/// An adopter's code that runs while the library works may use the library. A deadlock shows as a time limit.
@Suite(.timeLimit(.minutes(10))) struct ReentrancyTests {
  /// Tracks and links when it goes. A link is its last owner.
  private final class Departing: AnalyticsEventTracker {
    private let gone: Lock<Int>

    init(_ gone: Lock<Int>) { self.gone = gone }

    deinit {
      let other = SharedStation("other")
      other.setupTrackableChain(parent: SharedStation("further"))
      other.track(Noted())
      gone.withLock { $0 += 1 }
    }

    func track(_ event: TrackedEvent) {}
  }

  /// Where links are made that are asked about.
  private actor Yard {
    func link(_ object: Station, _ tracker: Departing) {
      object.setupTrackableChain(trackedProperties: ["link" ~>> true])
      object.deliver(to: tracker)
    }

    func linkChild(_ child: Station, parent: Station) { child.setupTrackableChain(parent: parent) }

    /// Enough links for all others to have been asked about.
    func sweep() {
      let further = (0..<50).map { Station("\($0)") }
      for _ in 0..<20 { for object in further { object.setupTrackableChain() } }
    }
  }

  private let yard = Yard()
  private let gone = Lock(0)

  private var departing: Departing { Departing(gone) }

  private func eventsDuring(_ operation: () -> Void) -> [[String]] {
    let recorder = RecordingTracker.plain()
    TrackableSystem.withTracker(recorder, operation: operation)
    return recorder.events.map(\.keys)
  }

  @Test func `The deinit of a tracker may track and link when its object is gone`() async {
    for _ in 0..<100 { await yard.link(Station("child"), departing) }
    await yard.sweep()
    expect(gone.withLock { $0 }, is: 100)
  }

  @Test func `The deinit of a tracker may track and link when a newcomer takes its object's address`() async throws {
    var trackers = 0
    for isParent in [false, true] {
      try await whereAddressesComeBack {
        let former: ObjectIdentifier
        do {
          let object = Station("former")
          object.deliver(to: departing)
          trackers += 1
          former = ObjectIdentifier(object)
        }
        let newcomer = try newcomer(at: former) { Station("newcomer") }
        if isParent {
          Station("child").setupTrackableChain(parent: newcomer)
        } else {
          newcomer.setupTrackableChain()
        }
      }
    }
    #expect(gone.withLock { $0 } >= trackers - 1)
  }

  @Test func `The deinit of a tracker may track and link when the last child of its object gets another parent`() async
  {
    let child = Station("child")
    do {
      let parent = Station("parent")
      await yard.link(parent, departing)
      await yard.linkChild(child, parent: parent)
    }
    // The parent is forgotten; the child's link alone keeps its tracker.
    await yard.sweep()
    expect(gone.withLock { $0 }, is: 0)
    child.setupTrackableChain(parent: nil)
    expect(gone.withLock { $0 }, is: 1)
  }

  @Test func `Computed properties may link and let go; the event has the chain as it was when it was tracked`() {
    let (child, parent, grandparent) = (Station("child"), SharedBranch("parent"), Shared<Station?>(Station("top")))
    child.linkNamed(parent: nil)
    child.setupTrackableChain(parent: parent)
    parent.setupTrackableChain(parent: grandparent.value)
    grandparent.value?.linkNamed(parent: nil)
    parent.whenAsked { [weak parent] in
      child.linkNamed(parent: nil)
      parent?.setupTrackableChain(parent: nil)
      grandparent.set(nil)
    }
    expect(eventsDuring { child.track(Noted()) }, is: [["computed child", "computed parent", "link top"]])
    expect(eventsDuring { child.track(Noted()) }, is: [["link child", "computed child"]])
  }
}
