import Trackable

@MainActor final class ShoppingListViewModel {
  private let recipe: Recipe
  private var items: [String] = []

  init(recipe: Recipe) { self.recipe = recipe }

  func addIngredients() {
    items += recipe.ingredients
    print("To buy: \(items.joined(separator: ", "))")
    track(Events.Shopping.didAdd)
  }
}

extension ShoppingListViewModel: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.itemCount ~>> items.count
  }
}
