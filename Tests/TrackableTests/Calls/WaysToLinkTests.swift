import Testing
import Trackable
import TrackableTesting

// The program of a newcomer: the ways in which a Swift programmer links an object. And the law of linking again: an object's
// trackers are its own, and stay.

private enum WayKeys: String, Key { case from, row, screen }

private enum WayEvent: String, Event { case rated }

private final class WayScreen: TrackableClass, Sendable {
  let properties: TrackedProperties

  init(_ properties: TrackedProperties = []) { self.properties = properties }

  var trackedProperties: TrackedProperties { properties }
}

@Suite struct WaysToLinkTests {
  private let list = WayScreen([WayKeys.screen ~>> "list"])
  private let detail = WayScreen()

  /// The properties of an event of `detail`.
  private var properties: TrackedProperties {
    withRecordedTracking { recorder in
      detail.track(WayEvent.rated)
      return recorder.events.first?.properties ?? ["nothing" ~>> true]
    }
  }

  /// Every way of linking again.
  private static let ways: [(says: [WayKeys], link: @Sendable (WayScreen, WayScreen) -> Void)] = [
    ([.from, .screen], { detail, list in detail.link(to: list) { WayKeys.from ~>> "list" } }),
    ([.screen], { detail, list in detail.link(to: list) }),
    ([.from, .screen], { detail, list in detail.link(to: list) { [WayKeys.from ~>> "list"] } }),
    ([.from, .screen], { detail, list in detail.link(to: list as WayScreen?) { WayKeys.from ~>> "list" } }),
    ([.screen], { detail, list in detail.link(to: list as any TrackableClass & Sendable) }),
    ([.screen], { detail, list in detail.link(to: list.makeTrackingContext()) }),
    ([.from, .screen], { detail, list in detail.link(to: list.makeTrackingContext()) { WayKeys.from ~>> "list" } }),
    ([.screen], { detail, list in detail.setupTrackableChain(parent: list) }),
    // The parent stays.
    ([.row, .screen], { detail, _ in detail.link { WayKeys.row ~>> "list" } }),
    ([.from, .screen], { detail, _ in detail.setupTrackableChain(trackedProperties: [WayKeys.from ~>> "list"]) }),
    ([], { detail, _ in detail.unlink() }),
    ([.from], { detail, _ in detail.link { WayKeys.from ~>> "list" } }),
    ([], { detail, _ in detail.link(to: nil) }),
  ]

  @Test func `Each way to link replaces the properties, and the parent if it names one`() {
    for way in Self.ways {
      way.link(detail, list)
      expect(properties, is: TrackedProperties(way.says.map { $0 ~>> "list" }))
    }
  }

  @Test(arguments: ways.indices) func `An object's trackers stay when it is linked again`(way: Int) {
    let (app, own, added) = (RecordingTracker.plain(), RecordingTracker.plain(), RecordingTracker.plain())
    func counts() -> [Int] {
      Self.ways[way].link(detail, list)
      withSystem(app) { detail.track(WayEvent.rated) }
      return [app, own, added].map(\.events.count)
    }
    detail.deliver(to: own)
    detail.deliver(alsoTo: added)
    expect(counts(), is: [0, 1, 1])
    detail.deliver(to: nil)
    expect(counts(), is: [1, 1, 2])
    detail.deliver(alsoTo: nil)
    expect(counts(), is: [2, 1, 2])
  }
}
