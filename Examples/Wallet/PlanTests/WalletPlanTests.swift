import Testing
import Trackable
import TrackablePlan
import TrackableTesting
import VenmoFeature

@testable import Wallet

@MainActor @Test func `The tracking plan of Wallet is as committed`() throws {
  let plan = withRecordedTracking { recorder in
    Tour().play()
    return TrackingPlan(observing: recorder)
  }
  try plan.seen(by: "Venmo", events: VenmoAnalytics.naming, keys: VenmoAnalytics.naming)
    .verify(against: "tracking-plan.json")
}
