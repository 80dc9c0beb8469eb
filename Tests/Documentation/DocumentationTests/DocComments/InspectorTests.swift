import Foundation
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

// The doc comments of Sources/TrackableInspector.

@Suite struct InspectorDocTests {
  @Test func `Reports are written`() throws {
    let folder = URL.temporaryDirectory.appending(path: "InspectorDocTests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try withRecordedTracking { recorder in
      TrackableSystem.track(InspectorDocEvents.opened)
      try recorder.makeReport(title: "Checkout").write(to: folder.appending(path: "checkout.html"))
      let written = try String(contentsOf: folder.appending(path: "checkout.html"), encoding: .utf8)
      #expect(written.contains("Checkout"))
    }
  }

  @Test func `Trackers are inspected`() {
    let (mixpanel, console) = (RecordingTracker(), ConsoleTracker(log: { _ in }))
    let trackers = mixpanel.combined(with: console)
    let folder = URL.temporaryDirectory.appending(path: "InspectorDocTests-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    inAnApp {
      #if DEBUG
        let inspector = Inspector(folder: folder)
        TrackableSystem.bootstrap(trackers.inspected(by: inspector))
        inspector.recordIssues()
      #endif
      TrackableSystem.track(InspectorDocEvents.opened)
    }
    #expect(mixpanel.events.count == 1)
    inAnApp {
      let inspector = Inspector()
      TrackableSystem.bootstrap(mixpanel.renaming(.snakeCase).combined(with: console).inspected(by: inspector))
      TrackableSystem.track(InspectorDocEvents.opened)
      #expect(inspector.makeReport().html.contains("opened"))
    }
  }
}

private enum InspectorDocEvents: String, Event { case opened }
