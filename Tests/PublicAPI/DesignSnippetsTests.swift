import Testing
import Trackable

// The first example of the design, word for word, and its output.

struct Album {
  let name: String
}

enum Keys: String, Key {
  case albumName, previousVC, userLikesAlbum, album
  enum Details: String, Key { case year }
  enum App: String, Key { case uptime }
}

enum Events {
  enum User: String, Event {
    case didSelectBeatle, didSelectAlbum, didRateAlbum
  }
  enum App: String, Event { case started }
}

enum CTA: String, Event { case discoverSort, discoverFilter }

@MainActor final class AlbumListVC {
  var selectedAlbum: Album?

  func prepare(for detail: AlbumDetailVC) {
    detail.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Album list"], parent: self)
  }
}

extension AlbumListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.albumName ~>> selectedAlbum?.name
  }
}

@MainActor final class AlbumDetailVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}

  func rate() {
    track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
  }
}

@MainActor @Suite struct DesignSnippetsTests {
  @Test func `An event on a leaf carries the properties of its ancestors`() {
    let tracker = LogTracker()
    TrackableSystem.withTracker(tracker) {
      let list = AlbumListVC()
      let detail = AlbumDetailVC()
      list.prepare(for: detail)
      detail.rate()
      list.selectedAlbum = Album(name: "Imagine")
      detail.rate()
    }
    let head = "PublicAPITests.Events.User.didRateAlbum [PublicAPITests.Keys.userLikesAlbum: true, "
    #expect(
      tracker.log.lines == [
        head + "PublicAPITests.Keys.previousVC: Album list]",
        head + "PublicAPITests.Keys.previousVC: Album list, PublicAPITests.Keys.albumName: Imagine]",
      ])
  }

  @Test func `Identifiers come from types`() {
    #expect(Events.User.didRateAlbum.name == "PublicAPITests.Events.User.didRateAlbum")
    #expect(Events.User.didRateAlbum.entity == "User")
    #expect(Keys.App.uptime.name == "PublicAPITests.Keys.App.uptime")
    let album = Album(name: "Imagine")
    let property = Keys.albumName ~>> album.name
    #expect("\(property)" == "PublicAPITests.Keys.albumName: Imagine")
  }

  @Test func `A nested value flattens to one composed key`() {
    let properties: TrackedProperties = [Keys.album ~>> [Keys.Details.year ~>> 1969]]
    #expect(properties.dictionary["PublicAPITests.Keys.album.Details.year"] as? Int == 1969)
    #expect(properties.dictionary.count == 1)
  }

  @Test func `An existing service is one closure away`() {
    // The same as `TrackableSystem.bootstrap(naming:) { name, properties in }`, without touching the process.
    let log = Log()
    let tracker = ClosureTracker { event in log.write("\(event.name) \(event.properties.dictionary.keys.sorted())") }
    TrackableSystem.withTracker(tracker.renaming(.droppingPrefix("PublicAPITests.Events.").followed(by: .snakeCase))) {
      AlbumDetailVC().rate()
    }
    #expect(log.lines == [#"user_did_rate_album ["public_api_tests_keys_user_likes_album"]"#])
  }

  @Test func `A tracker prohibits one event of a type`() {
    let tracker = LogTracker()
    let quieter = tracker.prohibiting(events: [CTA.discoverSort])
    quieter.track(CTA.discoverSort)
    quieter.track(CTA.discoverFilter)
    #expect(tracker.log.lines == ["PublicAPITests.CTA.discoverFilter []"])
  }

  @Test func `The console shows what a person reads`() {
    let log = Log()
    let console = ConsoleTracker(level: .verbose) { log.write($0) }
    TrackableSystem.withTracker(console.renaming(.keepingLast(1))) {
      let list = AlbumListVC()
      list.selectedAlbum = Album(name: "Imagine")
      list.track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
    }
    #expect(
      log.lines == [
        """
        -[Console]: EVENT TRIGGERED - 'didRateAlbum'
         > userLikesAlbum: true
         > albumName:      Imagine
        """
      ])
  }
}
