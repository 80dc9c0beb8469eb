import Foundation
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

/// Folders as `Foundation.URL` has them, but none in which a person keeps documents.
private enum URL {
  @TaskLocal static var documentsDirectory = Foundation.URL.temporaryDirectory
  static var temporaryDirectory: Foundation.URL { documentsDirectory }
}

@MainActor @Suite struct TrackingReportPageTests {
  @Test func `A hub's destinations are on the page`() async {
    let (mixpanel, backend) = (RecordingTracker(name: "Mixpanel"), RecordingTracker(name: "Backend"))
    await inAnApp {
      let hub = Tracking.start([mixpanel.renaming(.snakeCase), backend])
      AlbumDetailVC().rate()
      await hub.shutdown()
    }
    #expect(mixpanel.events.count == 1 && backend.events.count == 1)
    #if DEBUG
      let html = Tracking.inspector.makeReport().html
      #expect(html.contains("handedOver") && html.contains("Mixpanel") && html.contains("Backend"))
      Tracking.inspector.flush()
      try? FileManager.default.removeItem(at: SetUpFolder.url)
    #endif
  }

  // In release, nothing of it is left.
  #if DEBUG
    @Test func `A folder and a report are written while an app runs`() throws {
      let folder = Foundation.URL.temporaryDirectory.appending(path: "TrackingReportPageTests-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (mixpanel, console) = (RecordingTracker(), ConsoleTracker(log: { _ in }))
      try URL.$documentsDirectory.withValue(folder) {
        try inAnApp {
          #if DEBUG
            let folder = URL.temporaryDirectory.appending(path: "tracking")
            let inspector = Inspector(title: "MyApp", folder: folder)
            TrackableSystem.bootstrap(
              mixpanel.renaming(.snakeCase).combined(with: console)
                .inspected(by: inspector))
            inspector.recordIssues()
          #else
            TrackableSystem.bootstrap(mixpanel.renaming(.snakeCase))
          #endif

          AlbumDetailVC().rate()
          #if DEBUG  // behind a button, at any time
            try inspector.makeReport().write(
              to: URL.documentsDirectory.appending(path: "tracking.html"))
          #endif
          inspector.flush()
        }
      }
      let html = try String(contentsOf: folder.appending(path: "tracking.html"), encoding: .utf8)
      #expect(html.contains("didRateAlbum") && html.contains("MyApp") && mixpanel.events.count == 1)
      let live = try String(contentsOf: folder.appending(path: "tracking/1.js"), encoding: .utf8)
      #expect(live.contains("didRateAlbum"))
    }
  #endif
}
