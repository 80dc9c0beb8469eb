import Testing
import Trackable
import TrackableTesting

@testable import Recipes

@MainActor @Suite struct TrackingTests {
  @Test func `Shopping says for which recipe, and where it was found`() {
    withRecordedTracking { recorder in
      Visit.play(on: UINavigationController(rootViewController: RecipeListVC(recipes: Recipe.all)))
      #expect(
        recorder.difference(from: [
          .event(
            Events.Shopping.didAdd,
            [Keys.itemCount ~>> 3, Keys.source ~>> "Recipe list", Keys.recipe ~>> "Pancakes", Keys.row ~>> 1]),
          .event(Events.Cooking.didFinish, containing: [Keys.recipe ~>> "Pancakes"]),
        ]) == nil)
    }
  }
}
