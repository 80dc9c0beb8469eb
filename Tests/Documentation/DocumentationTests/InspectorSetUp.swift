import Foundation
import Trackable
import TrackableHub
import TrackableInspector

/// A folder of this process only.
enum SetUpFolder {
  static let url = Foundation.URL.temporaryDirectory.appending(path: "InspectorSetUp-\(UUID())")
}

private enum URL {
  static var temporaryDirectory: Foundation.URL { SetUpFolder.url }
}

enum Tracking {
  #if DEBUG
    static let inspector = Inspector(
      title: "MyApp",
      folder: URL.temporaryDirectory.appending(path: "tracking"))
  #endif

  static func start(
    _ destinations: [any AnalyticsEventTracker]
  ) -> TrackerHub {
    #if DEBUG
      let hub = TrackerHub(
        destinations.map { $0.inspected(by: inspector) })
      TrackableSystem.bootstrap(hub.inspected(by: inspector))
      inspector.recordIssues()
    #else
      let hub = TrackerHub(destinations)
      TrackableSystem.bootstrap(hub)
    #endif
    hub.start()
    return hub
  }
}
