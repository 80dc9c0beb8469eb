import BlockerFeature
import Foundation
import LocalServer
import SearchFeature
import TabsFeature
import Trackable
import TrackableApp
import TrackableHTTP
import TrackableHub
import TrackableInspector
import TrackablePlan
import TrackableTesting

/// Three launches on two days. A recording gives each its day, and keeps what was tracked.
@MainActor
struct Tour {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)")
  private static let monday = Date(timeIntervalSince1970: 1_700_470_800)

  /// Returns what the last launch has tracked: recorded in front of the hub, and as a report.
  func play() async throws -> (recorder: RecordingTracker, report: TrackingReport) {
    defer { try? FileManager.default.removeItem(at: folder) }
    print("Each line is a request, as the server gets it: one for each event. What it does not get, the ledger counts.")

    print("\n# Monday, the first launch: a search counts each time, and once a day; what is blocked, once a launch.")
    _ = try await launch(on: Self.monday) { await browse() }

    print("\n# Monday, the second launch: the day has had its search, and something was blocked before.")
    _ = try await launch(on: Self.monday + 3_600) { await browse() }

    print(
      "\n# Tuesday, after an update: the search counts again for the day. It fails, and the error tells its domain and its code."
    )
    return try await launch(on: Self.monday + 86_400, of: "1.1") { await browse(isOnline: false) }
  }

  private func browse(isOnline: Bool = true) async {
    let (tabs, field, blocker) = (TabsScreen(), SearchField(), Blocker())
    field.link(to: tabs)
    blocker.link(to: tabs)
    field.search("shoes", isOnline: isOnline)
    tabs.open("https://news.example/today")
    for host in ["news.example", "ads.example", "pixel.example"] { _ = await blocker.mayLoad(host) }
    tabs.closeLast()
  }

  private func launch(on day: Date, of version: String = "1.0", _ work: () async -> Void) async throws
    -> (recorder: RecordingTracker, report: TrackingReport)
  {
    let server = try LocalServer()
    let service = try HTTPDestination(PingFormat(url: server.url), folder: folder)
    let app = TrackableApp.browser(version, in: folder)
    let plan = try? TrackingPlan(
      contentsOf: URL(filePath: "../PlanTests/tracking-plan.json", relativeTo: URL(filePath: #filePath)))
    let inspector = Inspector(title: "Browser", plan: plan ?? [])
    // A hub does not let an inspector look into it, so that its destinations are inspected, too.
    let hub = TrackerHub([Analytics.tracker(service, counting: app.once).inspected(by: inspector)])
    hub.start()
    let trackers = hub.inspected(by: inspector)
    let recorder = await withRecordedTracking(root: app, through: { $0.combined(with: trackers) }, date: { day }) {
      recorder in
      inspector.recordIssues()
      app.start()
      // On a device, the system's notifications say that the user comes and leaves.
      TrackableSystem.applicationWillEnterForeground()
      await work()
      await TrackableSystem.applicationDidEnterBackground()
      return recorder
    }
    await hub.shutdown(timeout: .seconds(30))
    for line in await server.close() { print(line) }
    print(hub.ledger)
    return (recorder, inspector.makeReport())
  }
}
