import Foundation
import Testing
import Trackable
import TrackableApp
import TrackableHub
import TrackableTesting

// The page on extensions and widgets.

extension Events { enum Widget: String, Event { case refreshed } }

actor WidgetTracking {
  let app: TrackableApp
  private let hub: TrackerHub
  private var userID: String?

  init(folder: URL, segment: some AnalyticsEventTracker) {
    app = TrackableApp(folder: folder, installation: .untilReset())
    hub = TrackerHub([
      segment.requiringConsent(.analytics, from: app.consent)
    ])
    TrackableSystem.bootstrap(hub, root: app)
    app.start()
    hub.start()
    userID = app.memory.userID
  }

  /// Call this each time the operating system wakes the widget.
  func track(_ event: some AnalyticsEvent) async {
    // The newest decision about consent:
    app.memory.restore()
    // The user whom the app has now:
    if app.memory.userID != userID {
      userID = app.memory.userID
      if let userID {
        TrackableSystem.identify(userID)
      } else {
        TrackableSystem.reset()
      }
    }
    TrackableSystem.track(event)
    await TrackableSystem.flush()
  }
}

@Suite final class ExtensionsTests: FolderSuite {
  private let segment = RecordingTracker()
  private var file: URL { folder.appending(path: "user.json") }

  /// What the app writes in its own process.
  private func write(_ user: String?, _ status: String = "granted") throws {
    let lines = (user.map { [["user", $0], ["anonymous", "\($0)'s"]] } ?? []) + [["consent", "analytics", status]]
    try JSONEncoder().encode(lines).write(to: file)
  }

  @Test func `A widget that wakes follows the decision and the user of the app`() async throws {
    try write("john")
    try await Page(article: "Extensions", of: "TrackableApp").expectOutput {
      let widget = WidgetTracking(folder: folder, segment: segment)
      await widget.track(Events.Widget.refreshed)

      try write("paul")
      // In the app, john signs out, and paul signs in. Then:
      await widget.track(Events.Widget.refreshed)

      try write("paul", "denied")
      // In the app, paul withdraws consent. Then:
      await widget.track(Events.Widget.refreshed)
      // MyApp.Events.Widget.refreshed, john
      // MyApp.Events.Widget.refreshed, paul
      for event in segment.events { print("\(event.name), \(event.userID ?? "no user")") }
    }
    #expect(segment.events.map { $0.properties["installationId"] } == ["john's", "paul's"])
  }

  @Test func `A widget hears of a sign-out, and of the next sign-in, and leaves the file to the app`() async throws {
    let users = ["john", nil, "paul", nil]
    try write(nil)
    try await inAnApp {
      let widget = WidgetTracking(folder: folder, segment: segment)
      for user in users {
        try write(user)
        let lines = try Data(contentsOf: file)
        await widget.track(Events.Widget.refreshed)
        // Where there is no user, the widget gives the next person an ID.
        #expect(try user == nil || Data(contentsOf: file) == lines)
      }
    }
    #expect(segment.events.map(\.userID) == users)
    #expect(Set(segment.events.map { "\($0.properties["installationId"] ?? .null)" }).count == 4)
  }

  @Test func `A folder that the app moves before it creates a TrackableApp keeps user and consent`() throws {
    let (old, new) = (folder.appending(path: "support"), folder.appending(path: "group"))
    let id = inAnApp {
      let app = TrackableApp(folder: old, installation: .untilReset())
      app.start()
      TrackableSystem.identify("john")
      app.consent.grant(.analytics)
      return app.installationID
    }
    try FileManager.default.moveItem(at: old, to: new)
    inAnApp {
      let app = TrackableApp(folder: new, installation: .untilReset())
      app.start()
      #expect(app.memory.userID == "john" && app.consent.status(of: .analytics) == .granted)
      #expect(app.installationID == id && id != nil)
    }
  }
}
