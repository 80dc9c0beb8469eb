import Trackable

@MainActor final class AppDelegate {
  private(set) var navigationController: UINavigationController?

  func applicationDidFinishLaunching() {
    TrackableSystem.bootstrap(
      ConsoleTracker(level: .verbose), naming: .droppingModule)
    let list = RecipeListVC(recipes: Recipe.all)
    navigationController = UINavigationController(rootViewController: list)
  }

  func applicationDidEnterBackground() async {
    print("[Home screen]")
  }
}
