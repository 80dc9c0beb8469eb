import Testing
import Trackable
import TrackableTesting

// The pages on names, on old names, on object, action and label, and on entities.

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

enum ProjectKeys: String, EntityKey {
  case pid, name, tags, isBacker
  static let identifyingKey = pid
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

  struct SongTapped: IdentifiedEvent {
    let identifier = EventIdentifier(
      object: "Song", action: "Tapped", label: "More Info")
  }

  enum Song: String, Event { case tapped = "Song: Tapped" }

  @Test func `An event is named as the page says, also behind styles`() {
    let collector = ClosureTracker { print($0.name) }
    Page(article: "ObjectActionLabel").expectOutput {
      TrackableSystem.bootstrap(collector.renaming(.droppingModule))
      SongTapped().trigger()
      // Song: Tapped - More Info
    }
    let lines = printed {
      collector.renaming(.keepingLast(1)).track(SongTapped())
      collector.renaming(.keepingLast(1)).track(Song.tapped)
      collector.renaming(.snakeCase).track(SongTapped())
    }
    #expect(lines == ["Song: Tapped - More Info", "Song: Tapped", "song_tapped_more_info"])
  }

  private final class ProjectPage: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {
      ProjectKeys.pid ~>> 1
      ProjectKeys.name ~>> "Fountain pen"
      ProjectKeys.tags ~>> "design"
    }
  }

  @Test func `An event leaves out values of another project, and of one without an ID`() {
    let page = ProjectPage()
    withRecordedTracking { recorder in
      // The page computes pid 1, name "Fountain pen", tags "design".
      page.track(
        Events.User.didSelectRecommendation,
        trackedProperties: [
          ProjectKeys.pid ~>> 99, ProjectKeys.name ~>> "Lamp",
          ProjectKeys.tags ~>> nil,
        ])
      // pid 99, name "Lamp"

      // The page below computes pid 1, name "Fountain pen", tags "design".
      let loading: Int? = nil
      page.track(Events.User.didOpen) {
        ProjectKeys.pid ~>> loading
        ProjectKeys.name ~>> "Lamp"
      }
      // name "Lamp"
      for event in recorder.events { Page(article: "Entities").expect([event.properties.spoken]) }
    }
  }
}
