import Testing
import Trackable
import TrackableHub
import TrackableTesting
import UIKitStandIn

// The page of TrackableHub, the doc comments of Sources/TrackableHub/Destinations, and what an app has to do for a hub.

private enum HubPage {
  struct EmailChanged: AnalyticsEvent {}
  struct Email: UserProperty {
    let value: String
    func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
  }

  struct Mixpanel: AnalyticsDestination {
    let token: String

    func configure() async throws { try await SDK.initialize(token: token) }
    func track(_ event: TrackedEvent) {
      SDK.track(event.name, event.properties.dictionary)
    }
  }
}

enum DestinationsDoc {
  struct Mixpanel: AnalyticsDestination {
    let token: String

    func configure() async throws { try await SDK.initialize(token: token) }
    func track(_ event: TrackedEvent) { SDK.track(event.name, event.properties.dictionary) }
    func reset() { SDK.reset() }
  }

  struct Crashlytics: AnalyticsEventTracker {
    static func start() async throws {}
    func track(_ event: TrackedEvent) {}
  }

  static func configured() -> some AnalyticsEventTracker {
    Crashlytics().destination {
      try await Crashlytics.start()
    } policy: {
      $0.capacity = 100
    }
  }

  @MainActor final class SceneDelegate {
    func sceneDidEnterBackground(_ scene: UIScene) {
      let application = UIApplication.shared
      let task = application.beginBackgroundTask()
      Task {
        await TrackableSystem.applicationDidEnterBackground()
        application.endBackgroundTask(task)
      }
    }
  }

  @Suite struct HubTests {
    private let recorder = RecordingTracker()

    @MainActor @Test func `The ledger is that of the page`() async {
      typealias Email = HubPage.Email
      typealias Mixpanel = HubPage.Mixpanel
      let (detail, settings, address) = (AlbumDetailVC(), AlbumDetailVC(), "john@apple.records")
      await Page(article: "TrackableHub", of: "TrackableHub").expectOutput {
        let mixpanel = Mixpanel(token: "abcd").renaming(.snakeCase)
          .prohibiting(eventTypes: [Events.App.self])
        let hub = TrackerHub([mixpanel, ConsoleTracker()])
        TrackableSystem.bootstrap(hub)
        // Returns at once:
        hub.start()

        // With the properties of the chain:
        detail.track(Events.User.didRateAlbum)
        // Two calls: the user property, and an event that Email declares for it:
        settings.updateUserProperty(Email(value: address))
        // Without an object, and without a global:
        hub.track(Events.App.started)

        await hub.shutdown()
        print(hub.ledger)
        // destination  (suppressed)  accepted  = waiting  + delivered  + dropped
        // Mixpanel                1         3          0            3          0
        // Console                 0         4          0            4          0
      }
    }

    @Test func `A vendor's library gets its calls`() async throws {
      let lines = try await printed {
        let mixpanel = Mixpanel(token: "abcd")
        try await mixpanel.configure()
        mixpanel.track(TrackedEvent(Events.User.didRateAlbum))
        mixpanel.reset()
      }
      #expect(lines == ["initialize abcd", "MyApp.Events.User.didRateAlbum [:]", "reset"])
    }

    @Test func `A hub and any tracker have policies, as their comments show`() async {
      let (mixpanel, backend) = (recorder, RecordingTracker())
      let hub = TrackerHub([mixpanel, backend], policy: DeliveryPolicy(capacity: 500, batchDelay: .seconds(30)))
      for (hub, capacity) in [(TrackerHub([configured()]), 100), (hub, 500)] {
        for _ in 0...capacity { hub.track(Events.User.didRateAlbum) }
        #expect(hub.ledger.entries.allSatisfy { $0.dropped == 1 })
        await hub.shutdown(timeout: .zero)
      }
      let retry = RetryPolicy(limit: 3, first: .seconds(1))  // after up to 1 s, 2 s, 4 s, then it gives up
      #expect(retry == RetryPolicy(limit: 3))
    }

    @MainActor @Test func `An app in the background has its events delivered`() async {
      await inAnApp {
        let hub = TrackerHub([recorder])
        TrackableSystem.bootstrap(hub)
        hub.start()
        TrackableSystem.track(Events.User.didRateAlbum)
        SceneDelegate().sceneDidEnterBackground(UIScene())
        await UIApplication.shared.allTasksEnded()
        #expect(recorder.events.count == 1)
        await hub.shutdown()
      }
    }
  }
}
