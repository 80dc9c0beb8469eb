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

@Suite struct ExtensionsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "group-\(UUID().uuidString)")
  private var file: URL { folder.appending(path: "user.json") }

  /// What the app writes in its own process.
  private func write(_ user: String?, _ status: String = "granted") throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lines = (user.map { [["user", $0], ["anonymous", "\($0)'s"]] } ?? []) + [["consent", "analytics", status]]
    try JSONEncoder().encode(lines).write(to: file)
  }

  @Test func `A widget that wakes follows the decision and the user of the app`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (segment, output) = (RecordingTracker(), Output())
    try write("john")
    try await inAnApp {
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
    }
    for event in segment.events { output.write("\(event.name), \(event.userID ?? "no user")") }
    #expect(Page("Sources/TrackableApp/TrackableApp.docc/Extensions.md").promises(output.text), "\(output.text)")
    #expect(segment.events.map { $0.properties["installationId"] } == ["john's", "paul's"])
  }

  @Test func `A widget hears of a sign-out, and of the next sign-in, and leaves the file to the app`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let segment = RecordingTracker()
    try write(nil)
    try await inAnApp {
      let widget = WidgetTracking(folder: folder, segment: segment)
      for user in ["john", nil, "paul", nil] {
        try write(user)
        let lines = try Data(contentsOf: file)
        await widget.track(Events.Widget.refreshed)
        // Where there is no user, the widget gives the next person an ID.
        #expect(try user == nil || Data(contentsOf: file) == lines)
      }
    }
    #expect(segment.events.map(\.userID) == ["john", nil, "paul", nil])
    let ids = segment.events.map { $0.properties["installationId"].map { "\($0)" } ?? "none" }
    #expect(ids[0] == "john's" && ids[2] == "paul's" && Set(ids).count == 4)
  }

  @Test func `A folder that the app moves before it creates a TrackableApp keeps user and consent`() throws {
    let old = FileManager.default.temporaryDirectory.appending(path: "support-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let id = inAnApp {
      let app = TrackableApp(folder: old, installation: .untilReset())
      app.start()
      TrackableSystem.identify("john")
      app.consent.grant(.analytics)
      return app.installationID
    }
    try FileManager.default.moveItem(at: old, to: folder)
    inAnApp {
      let app = TrackableApp(folder: folder, installation: .untilReset())
      app.start()
      #expect(app.memory.userID == "john" && app.consent.status(of: .analytics) == .granted)
      #expect(app.installationID == id && id != nil)
    }
  }
}
