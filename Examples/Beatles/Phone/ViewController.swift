/// A screen. This folder replaces what an app gets from UIKit and from the phone.
@MainActor
protocol ViewController: AnyObject {
  var title: String { get }
  /// Set when the screen is pushed.
  var navigationController: NavigationController? { get set }

  func viewWillAppear()
  func viewDidAppear()
  /// Called before the next screen appears: the moment to hand something over to it.
  func prepare(for segue: Segue)
}

extension ViewController {
  func viewWillAppear() {}
  func viewDidAppear() {}
  func prepare(for segue: Segue) {}
}
