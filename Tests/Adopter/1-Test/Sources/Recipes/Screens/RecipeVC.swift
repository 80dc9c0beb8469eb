import Trackable

final class RecipeVC: UIViewController {
  let recipe: Recipe
  private let shoppingList: ShoppingListViewModel

  init(recipe: Recipe) {
    self.recipe = recipe
    shoppingList = ShoppingListViewModel(recipe: recipe)
    super.init()
    title = recipe.name
    shoppingList.link(to: self)
  }

  func didTapShop() {
    shoppingList.addIngredients()
  }

  func didTapCook() {
    let next = CookingVC(recipe: recipe)
    navigationController?.pushViewController(next, animated: true)
  }
}
