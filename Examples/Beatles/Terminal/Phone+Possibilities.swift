extension Phone {
  /// The content of the display, for the prompt and for messages.
  var screenTitle: String {
    switch appState {
    case .active: navigationController.visible?.title ?? ""
    case .inBackground: "The app is in the background"
    case .terminated: "The app has been terminated"
    }
  }

  /// The commands that are possible on the visible screen, or without one.
  var possibleHere: [String] {
    switch appState {
    case .active: commandsOfVisibleScreen + (navigationController.canGoBack ? ["back"] : [])
    case .inBackground: ["foreground"]
    case .terminated: []
    }
  }

  /// The commands that do not depend on the screen.
  var possibleAnyway: [String] {
    let statuses = Device.Reachability.allCases.map(\.rawValue).joined(separator: "|")
    let world = ["reachability \(statuses)", "wait SECONDS"]
    return switch appState {
    case .active: ["explain", "background", "terminate"] + world
    case .inBackground: ["terminate"] + world
    case .terminated: []
    }
  }

  private var commandsOfVisibleScreen: [String] {
    switch navigationController.visible {
    case let list as BeatleListVC: list.beatles.map { "select \($0.name)" }
    case let list as AlbumListVC: list.beatle.albums.map { "select \($0.name)" }
    case is AlbumDetailVC: AlbumDetailVC.Button.allCases.map { "rate \($0.rawValue)" }
    default: []
    }
  }
}
