/// What this app uses of UIKit, which a terminal does not have.
@MainActor class UIViewController {
  var title: String?
  weak var navigationController: UINavigationController?
}
