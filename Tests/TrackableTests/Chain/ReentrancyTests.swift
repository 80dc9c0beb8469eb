import Testing

@testable import Trackable

/// An adopter's code that runs while the library works may use the library. A deadlock shows as a time limit.
@Suite(.timeLimit(.minutes(1))) struct ReentrancyTests {
  /// Tracks and links when it goes.
  private final class Departing: TrackableClass, AnalyticsEventTracker, @unchecked Sendable {
    private let parent: SharedStation
    init(parent: SharedStation) { self.parent = parent }
    deinit {
      track(Noted(), trackedProperties: ["last words" ~>> true])
      setupTrackableChain(trackedProperties: ["too late" ~>> true], parent: parent)
      SharedStation("another").setupTrackableChain(parent: parent)
    }
    func track(_ event: TrackedEvent) {}
    var trackedProperties: TrackedProperties { "computed" ~>> true }
  }

  private func eventsDuring(_ operation: () -> Void) -> [[String]] {
    let recorder = Recorder()
    TrackableSystem.withTracker(recorder, operation: operation)
    return recorder.events.map { $0.properties.map(\.key.name) }
  }

  @Test func `deinit may track and link`() {
    let parent = SharedStation("parent")
    let events = eventsDuring {
      for _ in 0..<100 { Departing(parent: parent).setupTrackableChain(parent: parent) }
    }
    #expect(events.count == 100)
    #expect(events.allSatisfy { $0.starts(with: ["last words"]) && $0.contains("computed") })
  }

  @Test func `The deinit of a tracker that a new link replaces may track and link`() {
    let parent = SharedStation("parent")
    let child = Station("child")
    let events = eventsDuring {
      child.setupTrackableChain(tracker: Departing(parent: parent))
      child.setupTrackableChain()
    }
    #expect(events.count == 1)
  }

  @Test func `The deinit of a tracker whose link is taken out may track and link`() {
    let parent = SharedStation("parent")
    let events = eventsDuring {
      for _ in 0..<100 { Station("child").setupTrackableChain(tracker: Departing(parent: parent)) }
      // Whatever is left goes with the next links.
      for _ in 0..<10_000 { parent.setupTrackableChain() }
    }
    #expect(events.count == 100)
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
