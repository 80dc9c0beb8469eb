import Foundation
import TrackablePlan

extension TrackingPlan {
  /// The plan of the app, as committed beside its sources. An app for devices has the file in its bundle.
  static let committed: TrackingPlan = {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    do { return try TrackingPlan(contentsOf: sources.appending(path: "PlanTests/tracking-plan.json")) } catch {
      Terminal.printError("Beatles: the page compares no call with a plan: \(error)")
      return []
    }
  }()
}
