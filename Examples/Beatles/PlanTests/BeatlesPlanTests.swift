import Testing
import Trackable
import TrackablePlan
import TrackableTesting

@testable import Beatles

@MainActor @Test func `The tracking plan of Beatles is as committed`() throws {
  let plan = withRecordedTracking { recorder in
    _ = SessionPlayer(style: .silent).play(.bundled)
    return TrackingPlan(observing: recorder)
  }
  try plan.seen(by: "Console", events: Analytics.naming, keys: Analytics.naming).verify(against: "tracking-plan.json")
}
