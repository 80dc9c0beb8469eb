extension Phone {
  /// Does what a line of a session says, in place of the user and of the world around the phone.
  ///
  /// A command takes one second, `wait` takes as long as it says, and a bad line or a question takes no time.
  ///
  /// - Returns: The answer to a question.
  func perform(_ command: Command) throws(BadLine) -> String? {
    if case .explain(let explanation) = command { return try visibleScreen().explain(explanation) }
    let action = try action(for: command)
    if case .wait = command {} else { device.advance(seconds: 1) }
    action()
    return nil
  }

  private func action(for command: Command) throws(BadLine) -> @MainActor () -> Void {
    if appState == .terminated {
      throw BadLine("the app has been terminated", "nothing can follow 'terminate'")
    }
    switch command {
    case .select(let name): return try selection(of: name)
    case .rate(let button):
      guard let detail = try visibleScreen() as? AlbumDetailVC else { throw notPossible("rate") }
      return { detail.didPress(button) }
    case .back:
      let screen = try visibleScreen()
      guard navigationController.canGoBack else {
        throw BadLine("there is no screen before '\(screen.title)'", "write \(whatIsPossible)")
      }
      return { self.navigationController.goBack() }
    case .background:
      _ = try visibleScreen()
      return { self.sendAppToBackground() }
    case .foreground:
      if appState == .active { throw BadLine("the app is in the foreground", "leave it with 'background' first") }
      return { self.bringAppToFront() }
    case .terminate: return { self.terminateApp() }
    case .reachability(let status): return { self.device.reachability = status }
    case .wait(let seconds): return { self.device.advance(seconds: seconds) }
    case .explain: return {}
    }
  }

  private func selection(of name: String) throws(BadLine) -> @MainActor () -> Void {
    switch try visibleScreen() {
    case let list as BeatleListVC:
      let beatle = try choice(name, among: list.beatles, called: \.name)
      return { list.didSelect(beatle) }
    case let list as AlbumListVC:
      let album = try choice(name, among: list.beatle.albums, called: \.name)
      return { list.didSelect(album) }
    default:
      throw notPossible("select")
    }
  }

  private func visibleScreen() throws(BadLine) -> any ViewController {
    guard appState == .active, let screen = navigationController.visible else {
      throw BadLine("the app is in the background", "bring it back with 'foreground'")
    }
    return screen
  }

  private func choice<Item>(
    _ name: String, among items: [Item], called nameOf: (Item) -> String
  ) throws(BadLine) -> Item {
    let match = items.first { nameOf($0).lowercased() == name.lowercased() }
    guard let match else {
      throw BadLine(
        "there is no '\(name)' in '\(screenTitle)'",
        "choose \(Command.alternatives(items.map { "'\(nameOf($0))'" }, "or"))")
    }
    return match
  }

  private func notPossible(_ verb: String) -> BadLine {
    BadLine("'\(verb)' is not possible in '\(screenTitle)'", "write \(whatIsPossible)")
  }

  private var whatIsPossible: String {
    Command.alternatives(possibleHere.map { "'\($0)'" }, "or")
  }
}
