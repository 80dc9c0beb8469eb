import Trackable
import TrackableHub

@MainActor final class AppDelegate {
  private(set) var navigationController: UINavigationController?

  let hub = TrackerHub([TallyDestination().renaming(.snakeCase)])

  func applicationDidFinishLaunching() {
    TrackableSystem.bootstrap(hub, naming: .droppingModule)
    hub.start()
    let list = RecipeListVC(recipes: Recipe.all)
    navigationController = UINavigationController(rootViewController: list)
  }

  func applicationDidEnterBackground() async {
    await TrackableSystem.applicationDidEnterBackground()
    print(hub.ledger)
    print("[Home screen]")
  }
}
