/// An actor on which links were made, and those links, which only calls on that actor check.
///
/// A check whether an object is gone takes a strong reference for a moment, which can turn out to be the last. So only
/// calls on the actor of a link check it. The list does not keep the actor alive. When the actor is gone, no call
/// checks its links: another thread may be releasing the objects of the actor at that moment.
///
/// Invariant behind `@unchecked Sendable`: the variables are accessed only under the lock of the table's structure;
/// everything else is immutable.
final class LinkedActor: RoundsMember, @unchecked Sendable {
  /// `nil` for the list of actors, which may be released anywhere: objects that are actors, and the other lists.
  let identity: ObjectIdentifier?
  /// Whether this is the main actor, which never goes, so that its identity is enough.
  let isMain: Bool
  /// `nil` for the main actor: once an object was referred to weakly, each retain of it is slower.
  private weak let reference: (any Actor)?

  // Accessed under a lock, so that no two accesses overlap: this holds for both variables. Benchmarks: link.
  @exclusivity(unchecked) var links = Rounds()
  /// Whether the actor is known to be gone.
  @exclusivity(unchecked) var isDissolved = false

  init(_ actor: (any Actor)?) {
    identity = actor.map { ObjectIdentifier($0) }
    isMain = actor === MainActor.shared
    reference = isMain ? nil : actor
  }

  /// The actor, while it exists.
  var actor: (any Actor)? { isMain ? MainActor.shared : reference }

  /// Whether `isolation` is this actor. An actor that is gone is not mistaken for a new one at the same address.
  func isHere(_ isolation: (any Actor)?) -> Bool {
    guard let isolation, ObjectIdentifier(isolation) == identity else { return false }
    return isMain || reference != nil
  }
}
