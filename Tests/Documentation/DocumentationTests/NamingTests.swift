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

private func pinnedName() -> String {
  // Events.User until version 2.3
  enum Listener: String, Event, PinnedPath {
    static let pinnedPath = "Beatles.Events.User"
    case didRateAlbum
  }

  var pinned = ""
  func print(_ name: String) { pinned = name }
  print(Listener.didRateAlbum.name)  // Beatles.Events.User.didRateAlbum
  return pinned
}

extension AnalyticsEvent where Self == Events.User {
  static var albumRated: Events.User { .didRateAlbum }
}

@Suite struct NamingTests {
  private enum NamedByHand: AnalyticsEvent {
    case contactSelected(index: Int)

    var name: String {
      switch self {
      case .contactSelected: "contactSelected"
      }
    }
  }

  @Test func `Names are those that the page gives`() throws {
    let page = try Repository.text("Sources/Trackable/Trackable.docc/Naming.md")
    let position = DocumentationTests.Keys.Player.position.name.replacing("DocumentationTests.", with: "MyApp.")
    #expect(page.contains("`\(position)`"), "\(position)")
    let local = localName().replacing("DocumentationTests.", with: "MyApp.")
    #expect(page.contains("{ enum Local: String, Key { case a } }` | `\(local)` |"), "\(local)")
    let declared = "enum ContactsEvent: AnalyticsEvent { case contactSelected(index: Int) }"
    let name = ContactsEvent.contactSelected(index: 2).name.replacing("DocumentationTests.", with: "MyApp.")
    #expect(page.contains("| `\(declared)` | `\(name)` |"))
    #expect(NamedByHand.contactSelected(index: 2).name == "contactSelected")
  }

  @MainActor @Test func `A static member on the protocol makes calls short`() {
    let detail = AlbumDetailVC()
    withRecordedTracking { recorder in
      detail.track(.albumRated)  // MyApp.Events.User.didRateAlbum
      #expect(recorder.events.map(\.name) == [Events.User.didRateAlbum.name])
    }
  }

  @Test func `A pinned path and a style of one destination keep the names of before`() {
    let (page, output) = (Page(article: "KeepingOldNames"), Output())
    #expect(page.promises(pinnedName()))
    let collector = ClosureTracker { output.write($0.name) }

    let oldNames = ["Events.User.didRateAlbum": "album_rated"]
    let warehouse = collector.renaming(events: .droppingModule.followed(by: .custom { oldNames[$0] ?? $0 }))
    warehouse.track(Events.User.didRateAlbum)
    #expect(output.lines == ["album_rated"])

    enum Start: String, Event { case start = "m_app-start-0.5" }
    collector.renaming(.keepingLast(1)).track(Start.start)
    #expect(output.lines.last == "m_app-start-0.5")
  }
}
