/// A visit of the app, since a terminal has no fingers: the user opens a recipe, buys its ingredients and cooks it.
@main struct Visit {
  static func main() async {
    let app = AppDelegate()
    app.applicationDidFinishLaunching()
    play(on: app.navigationController)
    await app.applicationDidEnterBackground()
  }

  @MainActor static func play(on navigation: UINavigationController?) {
    (navigation?.topViewController as? RecipeListVC)?.didSelectRow(1)
    let recipe = navigation?.topViewController as? RecipeVC
    recipe?.didTapShop()
    recipe?.didTapCook()
    let cooking = navigation?.topViewController as? CookingVC
    for _ in 1...3 { cooking?.didTapNext() }
    navigation?.popToRootViewController(animated: true)
  }
}
