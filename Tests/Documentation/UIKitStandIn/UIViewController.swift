// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A view controller: https://developer.apple.com/documentation/uikit/uiviewcontroller
open class UIViewController: UIResponder {
  public internal(set) weak var navigationController: UINavigationController?

  open func viewDidAppear(_ animated: Bool) {}
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
}

/// A stack of view controllers: https://developer.apple.com/documentation/uikit/uinavigationcontroller
open class UINavigationController: UIViewController {
  public private(set) var viewControllers: [UIViewController] = []

  public init(rootViewController: UIViewController) {
    super.init()
    viewControllers = [rootViewController]
    rootViewController.navigationController = self
  }

  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    viewControllers.append(viewController)
    viewController.navigationController = self
    viewController.viewDidAppear(animated)
  }
}

/// A step from one view controller to the next: https://developer.apple.com/documentation/uikit/uistoryboardsegue
@MainActor public final class UIStoryboardSegue {
  public let destination: UIViewController

  /// Not UIKit's, which makes them from storyboards.
  public init(destination: UIViewController) { self.destination = destination }
}
