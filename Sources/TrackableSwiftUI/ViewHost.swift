import Trackable

/// The state of a `.trackableParent` while its view exists: the place in the chain below an object of the app.
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
      parent.link(to: given.object, fileID: fileID, line: line)
    }
    return parent
  }
}

/// The given parent of everything below a view: an object, held weakly, or none.
struct HostedObject {
  // A view controller keeps the view that it hosts.
  private(set) weak var object: (any TrackableClass & Sendable)?
  /// Its identity: an object that is gone is not the same as none. Two objects may have the same, one after the other.
  let identity: ObjectIdentifier?

  init(_ object: (any TrackableClass & Sendable)?) {
    self.object = object
    identity = object.map { ObjectIdentifier($0) }
  }
}
