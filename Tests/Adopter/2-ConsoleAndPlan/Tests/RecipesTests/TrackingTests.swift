import Testing
import Trackable
import TrackablePlan
import TrackableTesting

@testable import Recipes

@MainActor @Test func `Shopping says for which recipe`() {
  withRecordedTracking { recorder in
    let list = RecipeListVC(recipes: Recipe.all)
    Visit.play(on: UINavigationController(rootViewController: list))
    let difference = recorder.difference(from: [
      .event(
        Events.Shopping.didAdd,
        [
          Keys.itemCount ~>> 3, Keys.source ~>> "Recipe list",
          Keys.recipe ~>> "Pancakes", Keys.row ~>> 1,
        ])
    ])
    #expect(difference == nil)
  }
}

@MainActor @Test func `The tracking plan is as committed`() throws {
  let plan = withRecordedTracking { recorder in
    let list = RecipeListVC(recipes: Recipe.all)
    Visit.play(on: UINavigationController(rootViewController: list))
    return TrackingPlan(observing: recorder)
  }
  try plan.verify(against: "../tracking-plan.json")
}
