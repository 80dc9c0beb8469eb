import Dispatch
import Testing
import Trackable
import TrackableTesting

// The doc comments of Sources/Trackable/Chain and Sources/Trackable/System.

@MainActor final class TabBarController {}

extension TabBarController: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

enum ChainDoc {
  enum Events {
    enum User: String, Event { case didRateAlbum, didPay }
    enum Upload: String, Event { case finished }
    enum App: String, Event {
      case started
      struct Opened: AnalyticsEvent { let appName: String }
    }
  }

  enum Keys: String, Key {
    case previousVC, albumName, userLikesAlbum, row, screen, amount
    enum Session: String, Key { case id, isLoggedIn }
    enum App: String, Key { case uptime }
  }

  struct Clock: Sendable { let uptime = 7 }
  struct Email: UserProperty { let value: String }
  struct Session: Sendable {
    let id = "a1"
    let isLoggedIn = true
  }

  /// What stands for a vendor's library.
  struct Mixpanel: AnalyticsEventTracker {
    @TaskLocal static var output = Output()
    var token = ""
    static func sharedInstance() -> Mixpanel { Mixpanel() }
    func track(event: String, properties: [String: Any]) { Self.output.write("\(event) \(properties.count)") }
    func track(_ event: TrackedEvent) { track(event: event.name, properties: event.properties.dictionary) }
    func identify(_ user: TrackedUser) { Self.output.write("\(token) \(user.id)") }
  }

  final class Analytics: TrackableClass, Sendable {
    let session = Session()
    var trackedProperties: TrackedProperties {
      Keys.Session.id ~>> session.id
      Keys.Session.isLoggedIn ~>> session.isLoggedIn
    }
  }

  struct Service {
    func handle(_ request: Int) { TrackingContext.current.track(Events.User.didPay) }
  }

  @MainActor final class Screen: @MainActor TrackableClass {
    var trackedProperties: TrackedProperties { Keys.albumName ~>> "Imagine" }

    func link(_ detail: AlbumDetailVC) {
      detail.link(to: self) { Keys.previousVC ~>> "Album list" }
      detail.track(Events.User.didRateAlbum) { Keys.userLikesAlbum ~>> true }
      // Events.User.didRateAlbum: userLikesAlbum true, previousVC "Album list", albumName "Imagine"
    }

    func rate() {
      track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
      updateUserProperty(Email(value: "john@apple.records"))
    }

    func adopt(_ detail: Screen) {
      detail.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Album list"], parent: self)
    }

    func pay(in checkout: AlbumDetailVC) {
      let payments = Mixpanel(token: "payments")
      TrackableSystem.register(payments)  // first it gets the current user, if there is one
      checkout.link(to: self)
      checkout.deliver(to: payments)
    }
  }

  @MainActor @Suite struct ChainDocTests {
    @Test func `Objects are linked and track as the comments say`() {
      let (screen, detail, cell, worker) = (Screen(), AlbumDetailVC(), AlbumDetailVC(), TabBarController())
      let index = (section: 0, row: 2)
      withRecordedTracking { recorder in
        screen.link(detail)
        screen.rate()
        cell.link { Keys.row ~>> index.row }
        cell.rate()
        worker.link(to: screen.makeTrackingContext())
        worker.track(Events.User.didPay)
        #expect(
          recorder.events.map(\.properties.spoken) == [
            #"userLikesAlbum true, previousVC "Album list", albumName "Imagine""#,
            #"userLikesAlbum true, albumName "Imagine""#, "row 2", #"albumName "Imagine""#,
          ])
        #expect(recorder.userProperties.count == 1)
      }
    }

    @Test func `An object keeps its trackers, and is linked with a list as well`() {
      let (player, library, wallet, detail, walletDashboard) = (
        Screen(), Screen(), Screen(), Screen(), RecordingTracker()
      )
      let output = Output()
      Mixpanel.$output.withValue(output) {
        player.deliver(to: Mixpanel(token: "player"))
        player.link(to: library)  // the tracker stays
        wallet.deliver(alsoTo: walletDashboard)
        wallet.adopt(detail)
        inAnApp {
          TrackableSystem.bootstrap(NoOpTracker())
          player.track(Events.User.didPay)
          detail.track(Events.User.didPay)
        }
      }
      // In a scope, only the scope's tracker gets events: a test reaches no vendor.
      #expect(output.lines.isEmpty && walletDashboard.events.isEmpty)
    }

    @Test func `A recorder records the issues of an app that runs`() {
      let mixpanel = NoOpTracker()
      inAnApp {
        let recorder = RecordingTracker(limit: 1_000)
        TrackableSystem.bootstrap(mixpanel.combined(with: recorder))
        recorder.recordIssues()
        let screen = Screen()
        screen.link(to: screen)
        #expect(recorder.issues.count == 1)
      }
    }

    @Test func `A context carries what its object had`() {
      let checkout = Screen()
      withRecordedTracking { recorder in
        let context = Self.upload(from: checkout)
        #expect(Self.extended(context).count == 1)
        context.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
        #expect(recorder.events.last?.properties == [Keys.amount ~>> 20, Keys.albumName ~>> "Imagine"])
      }
    }

    private static func upload(from checkout: Screen) -> TrackingContext {
      let context = checkout.makeTrackingContext()
      Task.detached { context.track(Events.Upload.finished) }  // carries what `checkout` had then
      return context
    }

    private static func extended(_ context: TrackingContext) -> [String] {
      let clock = Clock()
      return shown {
        context.appending { Keys.App.uptime ~>> clock.uptime }
      }
    }

    @Test func `A root carries the session`() {
      let mixpanel = RecordingTracker()
      inAnApp {
        TrackableSystem.bootstrap(mixpanel, root: Analytics(), naming: .snakeCase)
        Events.App.started.trigger()  // carries the session
      }
      #expect(mixpanel.events.map(\.properties.count) == [2])
    }

    @Test func `The comments on the bootstrap and on users compile and hold`() async {
      let (checkout, mixpanel, output) = (AlbumDetailVC(), RecordingTracker(), Output())
      enum Analytics {
        static func logEvent(_ name: String, parameters: [String: any Sendable]) {
          Mixpanel.output.write("log \(name)")
        }
      }
      await Mixpanel.$output.withValue(output) {
        await inAnApp {
          TrackableSystem.bootstrap { name, properties in
            Mixpanel.sharedInstance().track(event: name, properties: properties)
          }
          checkout.rate()
          TrackableSystem.bootstrap(naming: .snakeCase) { name, properties in
            Analytics.logEvent(name, parameters: properties)
          }
          checkout.rate()
          TrackableSystem.bootstrap(mixpanel, naming: .droppingPrefix("MyApp."))
          TrackableSystem.identify("john", traits: ["plan" ~>> "premium"])
          Screen().pay(in: checkout)
          TrackableSystem.track(Events.App.started)
          Events.App.Opened(appName: "My App").trigger()
          Email(value: "john@apple.records").update()
          await TrackableSystem.flush()
        }
      }
      #expect(
        output.lines.prefix(3) == [
          "MyApp.Events.User.didRateAlbum 0", "log documentation_tests_events_user_did_rate_album", "payments john",
        ])
      #expect(mixpanel.events.count == 2 && mixpanel.userProperties.count == 1)
    }

    @Test func `Scopes belong to a task, and can be taken along`() {
      let (id, request, service, detail) = (7, 1, Service(), Screen())
      withRecordedTracking { recorder in
        withTrackedProperties(["requestID" ~>> id]) {
          service.handle(request)  // every event in there has the requestID
        }
        #expect(recorder.events.map(\.properties.spoken) == ["requestID 7"])
        let queue = DispatchQueue(label: "scopes")
        let scopes = TrackingContext.current
        queue.async { withTrackedProperties([], in: scopes) { service.handle(request) } }
        queue.sync {}
        TrackableSystem.withTracker(NoOpTracker()) {
          detail.preview()  // tracks nothing
        }
        #expect(recorder.events.count == 1)
      }
    }

    @Test func `A context is extended`() {
      let id = 7
      withRecordedTracking { recorder in
        let request = TrackingContext().appending(["requestID" ~>> id])
        let checkout = request.appending([Keys.screen ~>> "checkout"])
        checkout.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
        // amount 20, screen "checkout", requestID 7
        #expect(recorder.events[0].properties.spoken == #"amount 20, screen "checkout", requestID 7"#)
      }
    }

    @Test func `A chain is drawn with its root`() {
      final class App: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
      let (app, list, detail, output) = (App(), AlbumListVC(), AlbumDetailVC(), Output())
      func print(_ text: some CustomStringConvertible) { output.write(text) }
      app.link { "version" ~>> "1.2" }
      list.link(to: app)
      detail.link(to: list) { "previousVC" ~>> "Album list" }
      print(detail.trackableChainDescription())
      // App
      //   set  version "1.2"
      // └─ AlbumListVC
      //      computed  MyApp.Keys.albumName "Imagine"
      //    └─ AlbumDetailVC
      //         set  previousVC "Album list"
      let drawing = """
        App
          set  version "1.2"
        └─ AlbumListVC
             computed  MyApp.Keys.albumName "Imagine"
           └─ AlbumDetailVC
                set  previousVC "Album list"
        """
      #expect(output.text == drawing, "\(output.text)")
    }
  }
}

extension ChainDoc.Screen {
  func preview() { track(ChainDoc.Events.User.didPay) }
}
