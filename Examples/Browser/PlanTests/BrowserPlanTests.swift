import BlockerFeature
import SearchFeature
import TabsFeature
import Testing
import TrackablePlan

@testable import Browser

@MainActor @Test func `What the tour tracks is as committed`() async throws {
  let plan = TrackingPlan(observing: await Tour().play())
  try plan.verify(against: "tracking-plan.json")
}
