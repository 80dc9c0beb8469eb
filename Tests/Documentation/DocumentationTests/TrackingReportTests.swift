import Foundation
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

// The page of TrackableInspector, and its doc comments.

/// Folders as `Foundation.URL` has them, but none in which a person keeps documents.
private enum URL {
  @TaskLocal static var documentsDirectory = Foundation.URL.temporaryDirectory
  static var temporaryDirectory: Foundation.URL { documentsDirectory }
}

@Suite final class TrackingReportPageTests: FolderSuite {
  private let mixpanel = RecordingTracker(name: "Mixpanel")
  private let backend = RecordingTracker(name: "Backend")

  @Test func `A hub's destinations are on the page`() async {
    await inAnApp {
      let hub = Tracking.start([mixpanel.renaming(.snakeCase), backend])
      Events.User.didRateAlbum.trigger()
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
      let console = ConsoleTracker(log: { _ in })
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

          Events.User.didRateAlbum.trigger()
          #if DEBUG  // behind a button, at any time
            try inspector.makeReport().write(
              to: URL.documentsDirectory.appending(path: "tracking.html"))
          #endif
          inspector.flush()
        }
      }
      for file in ["tracking.html", "tracking/1.js"] {
        let written = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        #expect(written.contains("didRateAlbum") && (file != "tracking.html" || written.contains("MyApp")))
      }
    }
  #endif

  @Test func `Trackers are inspected, and reports are written, as the doc comments show`() throws {
    let trackers = mixpanel.combined(with: backend)
    let console = ConsoleTracker(log: { _ in })
    inAnApp {
      #if DEBUG
        let inspector = Inspector(folder: folder)
        TrackableSystem.bootstrap(trackers.inspected(by: inspector))
        inspector.recordIssues()
      #endif
    }
    inAnApp {
      let inspector = Inspector()
      TrackableSystem.bootstrap(mixpanel.renaming(.snakeCase).combined(with: console).inspected(by: inspector))
      TrackableSystem.track(Events.App.opened)
      #expect(inspector.makeReport().html.contains("opened") && mixpanel.events.count == 1)
    }
    try withRecordedTracking { recorder in
      try recorder.makeReport(title: "Checkout").write(to: folder.appending(path: "checkout.html"))
      let written = try String(contentsOf: folder.appending(path: "checkout.html"), encoding: .utf8)
      #expect(written.contains("Checkout"))
    }
  }
}
