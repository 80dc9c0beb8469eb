import Trackable

/// The state of a `.trackableParent` while its view exists: the link of the views below to an object of the app.
@MainActor final class ViewHost {
  private let parent = ViewParent()
  private var hosted = HostedObject(nil)

  /// Links the views below to an object, unless they are already linked to it. The link does not keep the object alive.
  /// Call this method at each update of the view.
  ///
  /// A deallocated object stays in the chain, because events still carry the properties of its link.
  ///
  /// - Returns: The parent of the views below, always the same object.
  func update(_ given: HostedObject, fileID: StaticString, line: UInt) -> ViewParent {
    if given.object !== hosted.object || given.identity != hosted.identity {
      hosted = given
      parent.link(to: given.object, fileID: fileID, line: line)
    }
    return parent
  }
}

/// The object that the app has passed as the parent of the views below, as a weak reference; or no object.
struct HostedObject {
  // The reference is weak, because a view controller keeps the view that it hosts alive.
  private(set) weak var object: (any TrackableClass & Sendable)?
  /// The address of the object, which distinguishes a deallocated object from no object. A later object may have the
  /// same address.
  let identity: ObjectIdentifier?

  init(_ object: (any TrackableClass & Sendable)?) {
    self.object = object
    identity = object.map { ObjectIdentifier($0) }
  }
}
