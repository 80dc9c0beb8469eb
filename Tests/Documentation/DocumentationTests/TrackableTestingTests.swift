import Foundation
import Testing
import Trackable
import TrackableTesting

// The landing page of TrackableTesting, and that on its reports.

private enum TrackableTestingPage {
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
    var trackedProperties: TrackedProperties { Keys.albumName ~>> "Imagine" }
    func rate() { track(Events.User.didRateAlbum) }
  }

  /// What stands for a vendor's library.
  struct FakeService: Sendable {
    let send: @Sendable (String, TrackedProperties) -> Void
  }

  struct Mixpanel: AnalyticsEventTracker {
    let service: FakeService
    func track(_ event: TrackedEvent) { service.send(event.name, event.properties) }
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

    @Test func `When it fails, the message is that of the page, and the report is attached`() {
      withRecordedTracking { recorder in
        let list = AlbumListVC()
        list.select(Album(name: "Help!"))
        list.detail.rate()
        let imagine: TrackedProperties = [Keys.albumName ~>> "Imagine", Keys.userLikesAlbum ~>> true]
        let difference = recorder.difference(from: [.event(Events.User.didRateAlbum, imagine)])
        if difference != nil { Attachment.record(recorder.makeReport().html, named: "tracking.html") }
        Page(article: "TrackableTesting", of: "TrackableTesting").expect(difference: difference)
        Page("Sources/TrackableTesting/RecordingTracker+Difference.swift").expect(difference: difference)
      }
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
      let marks = ["XCTestConfigurationFilePath", "XCODE_RUNNING_FOR_PREVIEWS"]
      let isForXcode = marks.contains { ProcessInfo.processInfo.environment[$0] != nil }
      #expect((delegate.tracking == nil) == isForXcode)
    }

    @Test func `A test waits for a later call`() async throws {
      let song = try await withRecordedTracking { recorder in
        DispatchQueue.global().async {
          recorder.run {
            for _ in 1...2 { Plain().track(Events.Player.didPlay, trackedProperties: [Keys.song ~>> "Yesterday"]) }
          }
        }
        try await recorder.next(
          .event(Events.Player.didPlay, containing: [Keys.song ~>> "Yesterday"]))
        let event = try await recorder.next {
          $0.name == Events.Player.didPlay.name
        }
        return event.properties[Keys.song]
      }
      #expect(song == "Yesterday")
    }

    @Test func `Mixpanel keeps the promises of a destination`() async {
      let conformance = TrackerConformance { record in
        Mixpanel(
          service: FakeService { record(.event(name: $0, properties: $1)) })
      }
      #expect(await conformance.failures() == [])
    }
  }
}
