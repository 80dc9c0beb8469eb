import Testing
import TrackablePlan
import TrackableTesting

@testable import Recipes

@MainActor @Suite struct PlanTests {
  @Test func `The tracking plan is as committed`() throws {
    let plan = withRecordedTracking { recorder in
      Visit.play(on: UINavigationController(rootViewController: RecipeListVC(recipes: Recipe.all)))
      return TrackingPlan(observing: recorder)
    }
    try plan.verify(against: "../tracking-plan.json")
  }
}
