/// A screen. This folder stands in for what an app gets from UIKit and from the phone.
@MainActor
protocol ViewController: AnyObject {
  var title: String { get }
  /// Set when the screen is pushed.
  var navigationController: NavigationController? { get set }

  func viewWillAppear()
  func viewDidAppear()
  /// The moment to hand something over to the next screen.
  func prepare(for segue: Segue)
}

extension ViewController {
  func viewWillAppear() {}
  func viewDidAppear() {}
  func prepare(for segue: Segue) {}
}
