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
  private enum Nested: String, Key {
    case album
    enum Details: String, Key { case year }
  }

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

  @Test func `A whole app's names, and those of one destination, are spelt as the page says`() {
    let (mixpanel, firebaseTracker) = (RecordingTracker(), RecordingTracker())
    inAnApp {
      TrackableSystem.bootstrap(mixpanel, naming: .droppingModule)  // for the whole app
      let firebase = firebaseTracker.renaming(.snakeCase)  // for one destination
      Events.User.didRateAlbum.trigger()
      firebase.track(Events.User.didRateAlbum)
    }
    #expect(mixpanel.events.map(\.name) == ["Events.User.didRateAlbum"])
    #expect(firebaseTracker.events.map(\.name) == ["documentation_tests_events_user_did_rate_album"])
  }

  @Test(arguments: [
    (
      NamingStyle.path, "DocumentationTests.NamingTests.Nested.album.Details.year",
      ["Nested.album", "Nested.Details.year"]
    ),
    (
      .snakeCase, "documentation_tests_naming_tests_nested_album_details_year", ["nested_album", "nested_details_year"]
    ),
    (.keepingLast(1), "year", ["album", "year"]),
  ])
  func `A nested value is spelt as the table says`(style: NamingStyle, flattened: String, nested: [String]) {
    let recorder = RecordingTracker()
    recorder.renaming(events: .path, keys: style).track(
      TrackedEvent(Events.User.didRateAlbum, properties: [Nested.album ~>> [Nested.Details.year ~>> 1969]]))
    let properties = recorder.events[0].properties
    #expect(Array(properties.dictionary.keys) == [flattened])
    #expect(properties.first?.key.name.hasSuffix(nested[0]) == true)
    guard case .properties(let inner) = properties.first?.value else { return #expect(Bool(false)) }
    #expect(inner.first?.key.name.hasSuffix(nested[1]) == true)
  }
}
