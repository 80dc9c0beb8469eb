import Foundation
import Testing
import Trackable
import TrackablePlan
import TrackableTesting

// The landing page of TrackableTesting, and that on its reports.

enum TrackableTestingPage {
  struct Album { let name: String }
  enum Keys: String, Key { case albumName, userLikesAlbum, screen }
  enum Events { enum User: String, Event { case didRateAlbum } }

  @MainActor final class AlbumListVC: @MainActor TrackableClass {
    private var album: Album?
    let detail = AlbumDetailVC()
    var trackedProperties: TrackedProperties { Keys.albumName ~>> album?.name }

    func select(_ album: Album) {
      self.album = album
      detail.link(to: self)
    }
  }

  @MainActor final class AlbumDetailVC: @MainActor TrackableClass {
    var trackedProperties: TrackedProperties {}
    func rate() { track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true]) }
  }

  struct Tracking { init() throws {} }

  // swift-format-ignore: NeverUseForceTry
  final class AppDelegate {
    private(set) var tracking: Tracking?

    func didFinishLaunching() {
      let environment = ProcessInfo.processInfo.environment
      if environment["XCTestConfigurationFilePath"] != nil { return }
      if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return }
      tracking = try! Tracking()
    }
  }

  @MainActor final class AlbumModel: @MainActor TrackableClass {
    private let album = Album(name: "Imagine")
    var trackedProperties: TrackedProperties { Keys.albumName ~>> album.name }
    func rate() { track(Events.User.didRateAlbum) }
  }

  struct Account {
    func logIn(_ name: String) { TrackableSystem.identify(name) }
  }

  @MainActor @Suite struct TrackableTestingTests {
    private let imagine = Album(name: "Imagine")

    @MainActor @Test func `Rating an album is tracked`() {
      withRecordedTracking { recorder in
        let list = AlbumListVC()
        list.select(imagine)
        list.detail.rate()
        #expect(
          recorder.difference(from: [
            .event(
              Events.User.didRateAlbum,
              [Keys.albumName ~>> "Imagine", Keys.userLikesAlbum ~>> true])
          ]) == nil)
      }
    }

    @Test func `When it fails, the message is that of the page`() throws {
      let difference = withRecordedTracking { recorder in
        let list = AlbumListVC()
        list.select(Album(name: "Help!"))
        list.detail.rate()
        return recorder.difference(from: [
          .event(
            Events.User.didRateAlbum,
            [Keys.albumName ~>> "Imagine", Keys.userLikesAlbum ~>> true])
        ])
      }
      let output = Output()
      output.write(
        (difference ?? "nothing").replacing("TrackableTestingPage.", with: "").replacing(
          #/\(DocumentationTests/\w+\.swift:\d+\)/#, with: "(MyApp/AlbumDetailVC.swift:9)")
      )
      let page = Page("Sources/TrackableTesting/TrackableTesting.docc/TrackableTesting.md")
      #expect(page.promises(output.text), "\(output.text)")
      let comment = Page("Sources/TrackableTesting/RecordingTracker+Difference.swift")
      #expect(comment.promises(output.text), "\(output.text)")
    }

    @Test func `A context takes the place of the views around a model`() {
      withRecordedTracking { recorder in
        let model = AlbumModel()
        let views = TrackingContext().appending([Keys.screen ~>> "album"])
        model.link(to: views)
        model.rate()
        #expect(
          recorder.difference(from: [
            .event(
              Events.User.didRateAlbum,
              [Keys.albumName ~>> "Imagine", Keys.screen ~>> "album"])
          ]) == nil)
      }
    }

    @Test func `An app makes no tracking in a preview or for the tests that it hosts`() {
      let delegate = AppDelegate()
      delegate.didFinishLaunching()
      let environment = ProcessInfo.processInfo.environment
      let isForXcode =
        environment["XCTestConfigurationFilePath"] != nil || environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1"
      #expect((delegate.tracking == nil) == isForXcode)
    }

    @Test func `A test that fails attaches its report`() {
      withRecordedTracking { recorder in
        Account().logIn("john")
        let difference = recorder.difference(from: [.identify("john")])
        if difference != nil { Attachment.record(recorder.makeReport().html, named: "tracking.html") }
        #expect(difference == nil)
      }
    }
  }
}
