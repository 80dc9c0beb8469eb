import Testing
import Trackable
import TrackableHub
import TrackableTesting
import UIKitStandIn

// The doc comments of Sources/TrackableHub/Destinations, and what an app has to do for a hub.

enum DestinationsDoc {
  /// What stands for a vendor's library.
  enum SDK {
    @TaskLocal static var output = Output()
    static func initialize(token: String) async throws { output.write("initialize \(token)") }
    static func track(_ name: String, _ properties: [String: any Sendable]) { output.write(name) }
    static func reset() { output.write("reset") }
  }

  struct Mixpanel: AnalyticsDestination {
    let token: String

    func configure() async throws { try await SDK.initialize(token: token) }
    func track(_ event: TrackedEvent) { SDK.track(event.name, event.properties.dictionary) }
    func reset() { SDK.reset() }
  }

  struct Crashlytics: AnalyticsEventTracker {
    @TaskLocal static var output = Output()
    static func start() async throws { output.write("start") }
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

  @Suite struct DestinationsDocTests {
    @Test func `A vendor's library gets its calls`() async throws {
      let output = Output()
      try await SDK.$output.withValue(output) {
        let mixpanel = Mixpanel(token: "abcd")
        try await mixpanel.configure()
        mixpanel.track(TrackedEvent(Events.User.didRateAlbum))
        mixpanel.reset()
      }
      #expect(output.lines == ["initialize abcd", "MyApp.Events.User.didRateAlbum", "reset"])
    }

    @Test func `Any tracker can be configured, and have a policy of its own`() async {
      let hub = TrackerHub([configured()])
      for _ in 1...101 { hub.track(Events.User.didRateAlbum) }
      #expect(hub.ledger.entries.map(\.dropped) == [1])
      hub.start()
      await hub.shutdown()
    }

    @Test func `Policies are those of their comments`() async {
      let (mixpanel, backend) = (RecordingTracker(), RecordingTracker())
      let destinations: [any AnalyticsEventTracker] = [mixpanel, backend]
      do {
        let hub = TrackerHub([mixpanel, backend], policy: DeliveryPolicy(capacity: 500, batchDelay: .seconds(30)))
        for _ in 1...501 { hub.track(Events.User.didRateAlbum) }
        #expect(hub.ledger.entries.map(\.dropped) == [1, 1])
        await hub.shutdown(timeout: .zero)
      }
      let retry = RetryPolicy(limit: 3, first: .seconds(1))  // after up to 1 s, 2 s, 4 s, then it gives up
      #expect(retry == RetryPolicy(limit: 3))
      let hub = TrackerHub(destinations, policy: DeliveryPolicy(retry: retry))
      hub.start()
      await hub.shutdown()
      #expect(hub.ledger.entries.count == 2)
    }

    @MainActor @Test func `An app in the background has its events delivered`() async {
      let (recorder, application) = (RecordingTracker(), UIApplication.shared)
      await inAnApp {
        let hub = TrackerHub([recorder])
        TrackableSystem.bootstrap(hub)
        hub.start()
        TrackableSystem.track(Events.User.didRateAlbum)
        SceneDelegate().sceneDidEnterBackground(UIScene())
        await application.allTasksEnded()
        #expect(recorder.events.count == 1)
        await hub.shutdown()
      }
    }
  }
}
