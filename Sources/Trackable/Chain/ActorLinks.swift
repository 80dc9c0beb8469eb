/// An actor on which links were made, and those links, which only calls on that actor check.
///
/// A check whether an object is gone takes a strong reference for a moment, which can turn out to be the last. So only
/// calls on the actor of a link check the link. The list does not keep the actor alive. When the actor is gone, no call
/// checks its links, because another thread may be releasing the actor's objects at that moment.
///
/// Invariant behind `@unchecked Sendable`: the variables are accessed only under the lock of the table's structure.
/// Everything else is immutable.
final class ActorLinks: CheckRotaMember, @unchecked Sendable {
  /// The address of the actor. There is one list without an actor, whose identity is `nil`: its members may be released
  /// on any thread.
  let identity: ObjectIdentifier?
  /// Whether this is the main actor, which always exists, so that its address is enough.
  let isMain: Bool
  /// The reference is `nil` for the main actor, because a weak reference to an object makes each retain of the object
  /// slower.
  private weak let reference: (any Actor)?

  // Accessed under a lock, so that no two accesses overlap: this holds for both variables. The benchmarks of links show
  // the difference.
  @exclusivity(unchecked) var links = CheckRota()
  /// Whether the table has noticed that the actor is gone.
  @exclusivity(unchecked) var isDissolved = false

  init(_ actor: (any Actor)?) {
    identity = actor.map { ObjectIdentifier($0) }
    isMain = actor === MainActor.shared
    reference = isMain ? nil : actor
  }

  /// The actor, as long as it exists.
  var actor: (any Actor)? { isMain ? MainActor.shared : reference }

  /// Whether `isolation` is this actor. A new actor at the same address is not.
  func isHere(_ isolation: (any Actor)?) -> Bool {
    guard let isolation, ObjectIdentifier(isolation) == identity else { return false }
    return isMain || reference != nil
  }
}
