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

  private let all: TrackedProperties = [WayKeys.from ~>> "list", WayKeys.screen ~>> "list"]

  @Test func `An object is linked to a parent with a property, with several, with a list and without any`() {
    detail.link(to: list) { WayKeys.from ~>> "list" }
    expect(properties, is: all)
    let row: Int? = 2
    detail.link(to: list) {
      WayKeys.from ~>> "list"
      if let row { WayKeys.row ~>> row }
    }
    expect(properties, is: all + [WayKeys.row ~>> 2])
    detail.link(to: list) { [WayKeys.from ~>> "list"] }
    expect(properties, is: all)
    detail.link(to: list)
    expect(properties, is: [WayKeys.screen ~>> "list"])
    detail.setupTrackableChain(trackedProperties: [WayKeys.from ~>> "list"], parent: list)
    expect(properties, is: all)
  }

  @Test func `A parent is an optional, an erased object or a context`() {
    let presenting: WayScreen? = list
    detail.link(to: presenting) { WayKeys.from ~>> "list" }
    expect(properties, is: all)
    let erased: any TrackableClass & Sendable = list
    detail.link(to: erased) { WayKeys.from ~>> "list" }
    expect(properties, is: all)
    detail.link(to: list.makeTrackingContext()) { WayKeys.from ~>> "list" }
    expect(properties, is: all)
    detail.link(to: TrackingContext().appending([WayKeys.screen ~>> "list"]))
    expect(properties, is: [WayKeys.screen ~>> "list"])
  }

  @Test func `Properties are replaced while the parent stays, and unlinking leaves neither`() {
    detail.link(to: list) { WayKeys.row ~>> 1 }
    detail.link { WayKeys.from ~>> "list" }
    expect(properties, is: all)
    detail.setupTrackableChain(trackedProperties: [WayKeys.row ~>> 2])
    expect(properties, is: [WayKeys.row ~>> 2, WayKeys.screen ~>> "list"])
    detail.unlink()
    expect(properties, is: [])
    detail.link(to: list) { WayKeys.from ~>> "list" }
    detail.link(to: nil)
    expect(properties, is: [])
  }

  @Test func `A child of an object that is unlinked stays below it`() {
    let home = WayScreen(["home" ~>> true])
    list.link(to: home)
    detail.link(to: list)
    list.unlink()
    expect(properties, is: [WayKeys.screen ~>> "list"])
    list.link(to: home)
    expect(properties, is: [WayKeys.screen ~>> "list", "home" ~>> true])
  }

  /// Every way of linking again.
  private static let ways: [@Sendable (WayScreen, WayScreen) -> Void] = [
    { detail, list in detail.link(to: list) },
    { detail, list in detail.link(to: list) { WayKeys.from ~>> "list" } },
    { detail, list in detail.link(to: list.makeTrackingContext()) },
    { detail, _ in detail.link { WayKeys.from ~>> "list" } },
    { detail, _ in detail.unlink() },
    { detail, list in detail.setupTrackableChain(parent: list) },
    { detail, _ in detail.setupTrackableChain(trackedProperties: [WayKeys.from ~>> "list"]) },
  ]

  @Test(arguments: ways.indices) func `An object's trackers stay when it is linked again`(way: Int) {
    let (app, own, added) = (RecordingTracker.plain(), RecordingTracker.plain(), RecordingTracker.plain())
    detail.deliver(to: own)
    detail.deliver(alsoTo: added)
    Self.ways[way](detail, list)
    withSystem(app) { detail.track(WayEvent.rated) }
    expect([app, own, added].map(\.events.count), is: [0, 1, 1])
    detail.deliver(to: nil)
    Self.ways[way](detail, list)
    withSystem(app) { detail.track(WayEvent.rated) }
    expect([app, own, added].map(\.events.count), is: [1, 1, 2])
    detail.deliver(alsoTo: nil)
    Self.ways[way](detail, list)
    withSystem(app) { detail.track(WayEvent.rated) }
    expect([app, own, added].map(\.events.count), is: [2, 1, 2])
  }

  @Test func `A tracker leaves the link's properties and parent as they are, and the latest one counts`() {
    let (app, first, second) = (RecordingTracker.plain(), RecordingTracker.plain(), RecordingTracker.plain())
    detail.link(to: list) { WayKeys.from ~>> "list" }
    detail.deliver(alsoTo: first)
    detail.deliver(alsoTo: second)
    withSystem(app) { detail.track(WayEvent.rated) }
    expect([app, first, second].map(\.events.count), is: [1, 0, 1])
    expect(second.events.first?.properties, is: all)
  }
}
