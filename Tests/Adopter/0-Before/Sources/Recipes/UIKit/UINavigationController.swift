/// The stack of screens, the visible one last. A terminal shows a screen by printing its title.
@MainActor final class UINavigationController {
  private(set) var viewControllers: [UIViewController] = []

  init(rootViewController: UIViewController) {
    pushViewController(rootViewController, animated: false)
  }

  var topViewController: UIViewController? { viewControllers.last }

  func pushViewController(_ viewController: UIViewController, animated: Bool) {
    viewController.navigationController = self
    viewControllers.append(viewController)
    showTop()
  }

  func popToRootViewController(animated: Bool) {
    viewControllers.removeLast(viewControllers.count - 1)
    showTop()
  }

  private func showTop() { print("[\(topViewController?.title ?? "")]") }
}
