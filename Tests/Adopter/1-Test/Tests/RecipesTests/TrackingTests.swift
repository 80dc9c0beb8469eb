import Testing
import Trackable
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
