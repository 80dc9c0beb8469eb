import CrowdfundingCore
import Testing
import Trackable
import TrackablePlan
import TrackableTesting

@testable import Crowdfunding

@MainActor @Test func `The tracking plan of Crowdfunding is as committed`() async throws {
  let session = Session()
  let plan = await withRecordedTracking(root: session) { recorder in
    await Tour(app: CrowdfundingApp(session: session)).play()
    await TrackableSystem.flush()
    return TrackingPlan(observing: recorder)
  }
  try plan
    .seen(
      by: "Insights", events: Analytics.eventNaming.followed(by: .titleCase),
      keys: Analytics.keyNaming.followed(by: .snakeCase)
    )
    .seen(
      by: "Warehouse", events: Analytics.eventNaming.followed(by: .snakeCase),
      keys: Analytics.keyNaming.followed(by: .keepingLast(2))
    )
    .verify(against: "tracking-plan.json")
}
