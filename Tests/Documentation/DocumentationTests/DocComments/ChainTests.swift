import Dispatch
import Testing
import Trackable
import TrackableTesting

// The doc comments of Sources/Trackable/Chain and Sources/Trackable/Tracking.

extension Keys {
  enum Session: String, Key { case id, isLoggedIn }
}

extension Events.App {
  struct Opened: AnalyticsEvent { let appName: String }
}

enum ChainDoc {
  struct Session: Sendable {
    let id = "a1"
    let isLoggedIn = true
  }

  /// What stands for a vendor's library.
  struct Mixpanel: AnalyticsEventTracker {
    var token = ""
    static func sharedInstance() -> Mixpanel { Mixpanel() }
    func track(event: String, properties: [String: Any]) { print("\(event) \(properties.count)") }
    func track(_ event: TrackedEvent) { track(event: event.name, properties: event.properties.dictionary) }
    func identify(_ user: TrackedUser) { print("\(token) \(user.id)") }
  }

  final class Analytics: TrackableClass, Sendable {
    let session = Session()
    var trackedProperties: TrackedProperties {
      Keys.Session.id ~>> session.id
      Keys.Session.isLoggedIn ~>> session.isLoggedIn
    }
  }

  @MainActor final class Screen: @MainActor TrackableClass {
    var trackedProperties: TrackedProperties { Keys.albumName ~>> "Imagine" }

    func show(_ detail: AlbumDetailVC) {
      detail.link(to: self) { Keys.previousVC ~>> "Album list" }
      detail.track(Events.User.didRateAlbum) { Keys.userLikesAlbum ~>> true }
      // Events.User.didRateAlbum: userLikesAlbum true, previousVC "Album list", albumName "Imagine"
      track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
      updateUserProperty(Email(value: "john@apple.records"))
      detail.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Album list"], parent: self)
      detail.rate()
    }

    func pay(in checkout: AlbumDetailVC) {
      let payments = Mixpanel(token: "payments")
      TrackableSystem.register(payments)  // first it gets the current user, if there is one
      checkout.link(to: self)
      checkout.deliver(to: payments)
    }

    func preview() { track(Events.User.didPay) }
  }

  @MainActor @Suite struct ChainDocTests {
    private let screen = Screen()
    private let detail = AlbumDetailVC()

    @Test func `Objects are linked and track as the comments say`() {
      let (cell, worker) = (AlbumDetailVC(), AlbumDetailVC())
      let index = (section: 0, row: 2)
      withRecordedTracking { recorder in
        screen.show(detail)
        cell.link { Keys.row ~>> index.row }
        cell.rate()
        worker.link(to: screen.makeTrackingContext())
        worker.rate()
        var spoken = recorder.events.map(\.properties.spoken)
        let first = spoken.removeFirst()
        Page("Sources/Trackable/Chain/TrackableClass.swift").expect(["Events.User.didRateAlbum: \(first)"])
        #expect(
          spoken == [
            #"userLikesAlbum true, albumName "Imagine""#, #"previousVC "Album list", albumName "Imagine""#, "row 2",
            #"albumName "Imagine""#,
          ])
        #expect(recorder.userProperties.count == 1)
      }
    }

    @Test func `In a scope, only its tracker gets events, so that a test reaches no vendor`() {
      let (player, library, wallet, walletDashboard) = (Screen(), Screen(), screen, RecordingTracker())
      let lines = printed {
        player.deliver(to: Mixpanel(token: "player"))
        player.link(to: library)  // the tracker stays
        player.preview()
        wallet.deliver(alsoTo: walletDashboard)
        wallet.preview()
      }
      #expect(lines.isEmpty && walletDashboard.events.isEmpty)
    }

    @Test func `A context carries what its object had, and is extended`() {
      let (checkout, id, clock) = (screen, 7, (uptime: 7, zone: 0))
      withRecordedTracking { recorder in
        let context = checkout.makeTrackingContext()
        Task.detached { context.track(Events.Upload.finished) }  // carries what `checkout` had then

        shown {
          context.appending { Keys.App.uptime ~>> clock.uptime }
        }
        context.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
        #expect(recorder.events.last?.properties == [Keys.amount ~>> 20, Keys.albumName ~>> "Imagine"])
        do {
          let request = TrackingContext().appending(["requestID" ~>> id])
          let checkout = request.appending([Keys.screen ~>> "checkout"])
          checkout.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
          // amount 20, screen "checkout", requestID 7
        }
        let spoken = recorder.events.last?.properties.spoken ?? ""
        Page("Sources/Trackable/Chain/TrackingContext.swift").expect([spoken])
      }
    }

    @Test func `The comments on the bootstrap, on issues and on users compile and hold`() async {
      let (checkout, mixpanel) = (detail, RecordingTracker())
      inAnApp {
        let recorder = RecordingTracker(limit: 1_000)
        TrackableSystem.bootstrap(mixpanel.combined(with: recorder))
        recorder.recordIssues()
        screen.link(to: screen)
        #expect(recorder.issues.count == 1)
      }
      let lines = await printed {
        TrackableSystem.bootstrap { name, properties in
          Mixpanel.sharedInstance().track(event: name, properties: properties)
        }
        checkout.rate()
        TrackableSystem.bootstrap(naming: .snakeCase) { name, properties in
          Analytics.logEvent(name, parameters: properties)
        }
        checkout.rate()
        TrackableSystem.bootstrap(mixpanel, root: Analytics(), naming: .snakeCase)

        Events.App.started.trigger()  // carries the session
        #expect(mixpanel.events.map(\.properties.count) == [2])
        TrackableSystem.identify("john", traits: ["plan" ~>> "premium"])
        screen.pay(in: checkout)
        TrackableSystem.track(Events.App.started)
        Events.App.Opened(appName: "My App").trigger()
        Email(value: "john@apple.records").update()
        await TrackableSystem.flush()
      }
      #expect(
        lines.prefix(3) == [
          "MyApp.Events.User.didRateAlbum 0", "log documentation_tests_events_user_did_rate_album", "payments john",
        ])
      #expect(mixpanel.events.count == 3 && mixpanel.userProperties.count == 1)
    }

    @Test func `Scopes belong to a task, and can be taken along`() {
      struct Service {
        func handle(_ request: Int) { TrackingContext.current.track(Events.User.didPay) }
      }
      let (id, request, service, detail) = (7, 1, Service(), screen)
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

    @Test func `A chain is drawn with its root`() {
      final class App: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
      let (app, list) = (App(), AlbumListVC())
      app.link { "version" ~>> "1.2" }
      list.link(to: app)
      detail.link(to: list) { "previousVC" ~>> "Album list" }
      Page("Sources/Trackable/Tracking/TrackableChainDescription.swift").expectOutput {
        print(detail.trackableChainDescription())
        // App
        //   set  version "1.2"
        // └─ AlbumListVC
        //      computed  MyApp.Keys.albumName "Imagine"
        //    └─ AlbumDetailVC
        //         set  previousVC "Album list"
      }
    }
  }
}

extension ChainDoc.Analytics {
  static func logEvent(_ name: String, parameters: [String: any Sendable]) { print("log \(name)") }
}
