import Testing
import Trackable
import TrackableTesting

enum ContactsEvent: AnalyticsEvent {
  case contactSelected(index: Int)
}

extension Keys {
  enum Player: String, Key { case position }
}

private func localName() -> String {
  enum Local: String, Key { case a }
  return Local.a.name
}

private func printPinned() {
  // Events.User until version 2.3
  enum Listener: String, Event, PinnedPath {
    static let pinnedPath = "Beatles.Events.User"
    case didRateAlbum
  }

  print(Listener.didRateAlbum.name)  // Beatles.Events.User.didRateAlbum
}

extension AnalyticsEvent where Self == Events.User {
  static var albumRated: Events.User { .didRateAlbum }
}

@Suite struct NamingTests {
  @Test func `Names are those that the page gives`() throws {
    let page = try Repository.text("Sources/Trackable/Trackable.docc/Naming.md")
    let declared = "enum ContactsEvent: AnalyticsEvent { case contactSelected(index: Int) }"
    let names = shown {
      Keys.Player.position.name
      localName()
      ContactsEvent.contactSelected(index: 2).name
    }
    let cells = ["", "{ enum Local: String, Key { case a } }` | ", "| `\(declared)` | "]
    for (cell, name) in zip(cells, names) { #expect(page.contains("\(cell)`\(name)`"), "\(name)") }
  }

  @MainActor @Test func `A static member on the protocol makes calls short`() {
    let detail = AlbumDetailVC()
    withRecordedTracking { recorder in
      detail.track(.albumRated)  // MyApp.Events.User.didRateAlbum
      #expect(recorder.events.map(\.name) == [Events.User.didRateAlbum.name])
    }
  }

  @Test func `A pinned path and a style of one destination keep the names of before`() {
    Page(article: "KeepingOldNames").expectOutput { printPinned() }
    let oldNames = [Events.User.didRateAlbum.name: "album_rated"]
    let warehouse = ClosureTracker { print($0.name) }.renaming(events: .custom { oldNames[$0] ?? $0 })
    #expect(printed { warehouse.track(Events.User.didRateAlbum) } == ["album_rated"])
  }
}
