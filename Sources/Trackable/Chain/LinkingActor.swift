/// An actor on which links of the chain were made, and the list of these links. Only calls that link an object on that
/// actor check these links.
///
/// A check whether an object still exists takes a strong reference for a moment, and that reference can turn out to be
/// the last. So only calls on the actor of a link check the link. The list does not keep the actor alive. After the
/// actor was deallocated, no call checks its links, because another thread may be releasing the actor's objects at that
/// moment.
///
/// Invariant behind `@unchecked Sendable`: the variables are accessed only under the lock of the table's structure.
/// Everything else is immutable.
final class LinkingActor: CheckRotaMember, @unchecked Sendable {
  /// The address of the actor. One list has no actor, and `nil` here: any thread may release the members of that list.
  let identity: ObjectIdentifier?
  /// Whether this is the main actor. The main actor always exists, so its address is enough to recognize it.
  let isMain: Bool
  /// The reference is `nil` for the main actor, because a weak reference to an object makes each retain of the object
  /// slower.
  private weak let reference: (any Actor)?

  // Both variables are accessed under a lock, so no two accesses overlap. The benchmarks of links show the difference.
  @exclusivity(unchecked) var links = CheckRota()
  /// Whether the table has noticed that the actor was deallocated.
  @exclusivity(unchecked) var isDissolved = false

  init(_ actor: (any Actor)?) {
    identity = actor.map { ObjectIdentifier($0) }
    isMain = actor === MainActor.shared
    reference = isMain ? nil : actor
  }

  /// The actor itself, as long as it exists.
  var living: (any Actor)? { isMain ? MainActor.shared : reference }

  /// Whether `isolation` is this actor. A new actor at the same address is not this actor.
  func isHere(_ isolation: (any Actor)?) -> Bool {
    guard let isolation, ObjectIdentifier(isolation) == identity else { return false }
    return isMain || reference != nil
  }
}
