import Testing
import Trackable
import TrackablePlan
import TrackableTesting

@testable import Recipes

@MainActor @Suite struct TrackingTests {
  func play() {
    let list = RecipeListVC(recipes: Recipe.all)
    Visit.play(on: UINavigationController(rootViewController: list))
  }

  @Test func `Shopping says for which recipe, and where it was found`() {
    withRecordedTracking { recorder in
      play()
      #expect(
        recorder.difference(from: [
          .event(
            Events.Shopping.didAdd,
            [
              Keys.itemCount ~>> 3, Keys.source ~>> "Recipe list",
              Keys.recipe ~>> "Pancakes", Keys.row ~>> 1,
            ])
        ]) == nil)
    }
  }

  @Test func `The tracking plan is as committed`() throws {
    let plan = withRecordedTracking { recorder in
      play()
      return TrackingPlan(observing: recorder)
    }
    try plan.verify(against: "../tracking-plan.json")
  }
}
