import Trackable

/// What a `.trackableParent` keeps for as long as its view exists: the place in the chain below an object of the app.
@MainActor final class ViewHost {
  private let parent = ViewParent()
  private var hosted = HostedObject(nil)

  /// Links everything below to an object, which is not kept alive, unless that was done before. Call it with each update of
  /// the view.
  ///
  /// An object that is gone stays in its place, since the properties of its link still count.
  ///
  /// - Returns: The parent of everything below, always the same.
  func update(_ given: HostedObject, fileID: StaticString, line: UInt) -> ViewParent {
    if given.object !== hosted.object || given.identity != hosted.identity {
      hosted = given
      parent.setupTrackableChain(parent: given.object, fileID: fileID, line: line)
    }
    return parent
  }
}

/// What a view was given as the parent of everything below: an object, which is not kept alive, or none.
struct HostedObject {
  // A view controller keeps the view that it hosts.
  private(set) weak var object: (any TrackableClass & Sendable)?
  /// Which one it was: an object that is gone is not the same as none. Two may have the same, one after the other.
  let identity: ObjectIdentifier?

  init(_ object: (any TrackableClass & Sendable)?) {
    self.object = object
    identity = object.map { ObjectIdentifier($0) }
  }
}
