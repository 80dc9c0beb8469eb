import Testing
import Trackable
import TrackableHub
import TrackableTesting

// The page of TrackableHub.

private enum HubPage {
  enum Events {
    enum User: String, Event { case didRateAlbum }
    enum App: String, Event { case started }
  }

  struct EmailChanged: AnalyticsEvent {}
  struct Email: UserProperty {
    let value: String
    func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
  }

  /// What stands for a vendor's library.
  enum SDK {
    @TaskLocal static var output = Output()
    static func initialize(token: String) async throws { output.write("initialize \(token)") }
    static func track(_ name: String, _ properties: [String: any Sendable]) { output.write(name) }
  }

  struct Mixpanel: AnalyticsDestination {
    let token: String

    func configure() async throws { try await SDK.initialize(token: token) }
    func track(_ event: TrackedEvent) {
      SDK.track(event.name, event.properties.dictionary)
    }
  }

  @MainActor @Suite struct HubTests {
    @Test func `The ledger is that of the page`() async {
      let (detail, settings, address, output) = (AlbumDetailVC(), AlbumDetailVC(), "john@apple.records", Output())
      func print(_ text: some CustomStringConvertible) { output.write(text) }
      await inAnApp {
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
      #expect(
        Page("Sources/TrackableHub/TrackableHub.docc/TrackableHub.md").promises(output.text), "\(output.text)"
      )
    }
  }
}
