import Trackable

extension ViewController {
  /// Answers `explain` with what the library knows about this screen.
  func explain(_ explanation: Command.Explanation) -> String {
    switch self {
    case let screen as BeatleListVC: screen.explain(Events.User.didSelectBeatle, explanation)
    case let screen as AlbumListVC: screen.explain(Events.User.didSelectAlbum, explanation)
    case let screen as AlbumDetailVC:
      screen.explain(Events.User.didRateAlbum, explanation, with: [Keys.userLikesAlbum ~>> true])
    default: ""
    }
  }
}

extension TrackableClass {
  fileprivate func explain(
    _ event: some Event, _ explanation: Command.Explanation, with properties: TrackedProperties = [],
    isolation: isolated (any Actor)? = #isolation
  ) -> String {
    let chain = trackableChainDescription(isolation: isolation)
    return switch explanation {
    case .event: explainTracking(of: event, trackedProperties: properties, isolation: isolation).description
    case .chain: chain.description
    }
  }
}
