/// The stack of screens, the visible one last.
@MainActor
final class NavigationController {
  private var stack: [any ViewController] = []

  var visible: (any ViewController)? { stack.last }
  var canGoBack: Bool { stack.count > 1 }

  func perform(_ segue: Segue) {
    segue.source.prepare(for: segue)
    push(segue.destination)
  }

  func push(_ screen: any ViewController) {
    screen.navigationController = self
    stack.append(screen)
    showVisible()
  }

  func goBack() {
    guard canGoBack else { return }
    stack.removeLast()
    showVisible()
  }

  private func showVisible() {
    visible?.viewWillAppear()
    visible?.viewDidAppear()
  }
}
