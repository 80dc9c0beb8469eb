import Trackable

/// What a `.trackableParent` keeps for as long as its view exists: the place in the chain below an object of the app.
@MainActor final class ViewHost {
  private let parent = ViewParent()
  private weak var object: (any TrackableClass & Sendable)?

  /// Links everything below to an object, which is not kept alive, unless that was done before. Call it with each update of
  /// the view.
  ///
  /// An object that is gone stays in its place, since what was set on its link still counts.
  ///
  /// - Returns: The parent of everything below, always the same.
  func update(_ object: (any TrackableClass & Sendable)?, fileID: StaticString, line: UInt) -> ViewParent {
    if object !== self.object {
      self.object = object
      parent.setupTrackableChain(parent: object, fileID: fileID, line: line)
    }
    return parent
  }
}
