final class ShoppingListViewModel {
  private let recipe: Recipe
  private var items: [String] = []

  init(recipe: Recipe) { self.recipe = recipe }

  func addIngredients() {
    items += recipe.ingredients
    print("To buy: \(items.joined(separator: ", "))")
  }
}
