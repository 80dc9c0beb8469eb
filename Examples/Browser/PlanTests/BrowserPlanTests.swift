import BlockerFeature
import SearchFeature
import TabsFeature
import Testing
import TrackablePlan

@testable import Browser

@MainActor @Test func `The tracking plan of the tour is as committed`() async throws {
  let plan = TrackingPlan(observing: await Tour().play())
  try plan.verify(against: "tracking-plan.json")
}
