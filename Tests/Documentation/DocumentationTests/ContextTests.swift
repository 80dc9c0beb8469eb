import Synchronization
import Testing
import Trackable
import TrackableTesting
import UIKitStandIn

@MainActor protocol ScreenContext {
  var screenProperties: TrackedProperties { get }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension UIResponder: @MainActor @retroactive TrackableClass {
  public var trackedProperties: TrackedProperties {
    (self as? any ScreenContext)?.screenProperties
  }
  public var trackableParent: (any TrackableClass)? { next }
}

private final class View: UIResponder {
  let controller = Controller()
  override var next: UIResponder? { controller }
}

private final class Controller: UIResponder, ScreenContext {
  var screenProperties: TrackedProperties { [Keys.albumName ~>> "Help!"] }
}

enum ContextPage {
  struct User {}

  final class AppState: TrackableClass, Sendable {
    private let user = Mutex<User?>(nil)
    var trackedProperties: TrackedProperties {
      Keys.isLoggedIn ~>> user.withLock { $0 != nil }
    }
  }

  @MainActor class Screen: @MainActor TrackableClass {
    var trackedProperties: TrackedProperties { [] }
  }

  final class AlbumScreen: Screen {
    var album = Album(name: "Imagine")
    override var trackedProperties: TrackedProperties {
      super.trackedProperties + [Keys.albumName ~>> album.name]
    }
  }
  // AlbumScreen().track(…) carries albumName "Imagine"

  @MainActor @Suite struct ContextTests {
    private let page = Page(article: "Decisions")

    @Test func `A context is a chain as a value`() {
      withRecordedTracking { recorder in
        let request = TrackingContext().appending(["requestID" ~>> 7])
        let checkout = request.appending([Keys.screen ~>> "checkout"])
        checkout.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
        // amount 20, screen "checkout", requestID 7
        page.expect([recorder.events[0].properties.spoken])
      }
    }

    @Test func `The root is on events without an object`() {
      let (mixpanel, appState) = (RecordingTracker(), AppState())
      inAnApp {
        TrackableSystem.bootstrap(mixpanel, root: appState)
        TrackableSystem.track(Events.App.started)  // isLoggedIn false
      }
      page.expect([mixpanel.events[0].properties.spoken])
    }

    @Test func `A view's parent is the next responder, and the properties of a subclass count`() {
      withRecordedTracking { recorder in
        View().track(Events.User.didPay)
        AlbumScreen().track(Events.User.didPay)
        #expect(recorder.events.map { $0.properties[Keys.albumName] } == ["Help!", "Imagine"])
      }
    }
  }
}
