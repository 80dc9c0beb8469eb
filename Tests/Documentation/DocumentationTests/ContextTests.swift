import Synchronization
import Testing
import Trackable
import TrackableTesting
import UIKitStandIn

enum ContextPage {
  struct User {}
  enum Events {
    enum User: String, Event { case didPay }
    enum App: String, Event { case started }
  }
  enum Keys: String, Key { case screen, amount, albumName, isLoggedIn }

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
}

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
  let controller: UIResponder
  override var next: UIResponder? { controller }
  init(in controller: UIResponder) { self.controller = controller }
}

private final class Controller: UIResponder, ScreenContext {
  var screenProperties: TrackedProperties { [Keys.albumName ~>> "Help!"] }
}

extension ContextPage {
  @MainActor @Suite struct ContextTests {
    private let page = Page(article: "Decisions")

    @Test func `A context is a chain as a value`() {
      withRecordedTracking { recorder in
        let request = TrackingContext().appending(["requestID" ~>> 7])
        let checkout = request.appending([Keys.screen ~>> "checkout"])
        checkout.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
        // amount 20, screen "checkout", requestID 7
        #expect(page.promises(recorder.events[0].properties.spoken))
      }
    }

    @Test func `The root is on events without an object`() {
      let (mixpanel, appState) = (RecordingTracker(), AppState())
      inAnApp {
        TrackableSystem.bootstrap(mixpanel, root: appState)
        TrackableSystem.track(Events.App.started)  // isLoggedIn false
      }
      #expect(page.promises(mixpanel.events[0].properties.spoken))
    }

    @Test func `A view's parent is the next responder`() {
      let controller = Controller()
      withRecordedTracking { recorder in
        View(in: controller).track(Events.User.didPay)
        #expect(recorder.events[0].properties == [DocumentationTests.Keys.albumName ~>> "Help!"])
      }
    }

    @Test func `The properties of a subclass count`() {
      withRecordedTracking { recorder in
        AlbumScreen().track(Events.User.didPay)
        #expect(recorder.events[0].properties == [Keys.albumName ~>> "Imagine"])
      }
    }

    @Test func `A module adds its tracker to the app's, which gets nothing in a test`() {
      let (home, wallet, walletDashboard) = (AlbumListVC(), AlbumDetailVC(), RecordingTracker())
      wallet.link(to: home)
      wallet.deliver(alsoTo: walletDashboard)
      // events below `wallet` go to the app's tracker, then to walletDashboard
      withRecordedTracking { recorder in
        wallet.rate()
        #expect(recorder.events.count == 1 && walletDashboard.events.isEmpty)
      }
    }
  }
}

@MainActor @Suite struct SeeingContextTests {
  @Test func `The chain and the sources of its properties are printed as the page says`() {
    let (list, detail) = (AlbumListVC(), AlbumDetailVC())
    list.link { Keys.previousVC ~>> "Beatle list" }
    detail.link(to: list) { Keys.previousVC ~>> "Album list" }
    let output = Output()
    func print(_ text: some CustomStringConvertible) { output.write(text) }

    let explanation = detail.explainTracking(
      of: Events.User.didRateAlbum,
      trackedProperties: [Keys.userLikesAlbum ~>> true])
    print(explanation)
    // MyApp.Keys.userLikesAlbum  true         1  call site
    // MyApp.Keys.previousVC      Album list   3  link of AlbumDetailVC
    //   over                     Beatle list  5  link of AlbumListVC (1)
    // MyApp.Keys.albumName       Imagine      5  AlbumListVC (1)

    #expect(Page(article: "Precedence").promises(output.lines[0]), "\(output.lines[0])")

    print(detail.trackableChainDescription())
    #expect(
      output.lines[1] == """
        AlbumListVC
          set       MyApp.Keys.previousVC "Beatle list"
          computed  MyApp.Keys.albumName "Imagine"
        └─ AlbumDetailVC
             set  MyApp.Keys.previousVC "Album list"
        """)
  }
}
