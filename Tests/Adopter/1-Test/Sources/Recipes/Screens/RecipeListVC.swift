import Trackable

final class RecipeListVC: UIViewController {
  private let recipes: [Recipe]
  private(set) var selectedRow: Int?

  init(recipes: [Recipe]) {
    self.recipes = recipes
    super.init()
    title = "Recipes"
  }

  func didSelectRow(_ row: Int) {
    selectedRow = row
    let next = RecipeVC(recipe: recipes[row])
    next.link(to: self) { Keys.source ~>> "Recipe list" }
    navigationController?.pushViewController(next, animated: true)
  }
}
