import Trackable

final class CookingVC: UIViewController {
  private let recipe: Recipe
  private(set) var step = 0

  init(recipe: Recipe) {
    self.recipe = recipe
    super.init()
    title = "Cooking"
  }

  func didTapNext() {
    print(recipe.steps[step])
    step += 1
    if step == recipe.steps.count {
      print("Done!")
      track(Events.Cooking.didFinish)
    }
  }
}
