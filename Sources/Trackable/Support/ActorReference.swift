/// An actor that is not kept alive.
final class ActorReference: Sendable {
  let identity: ObjectIdentifier
  /// Whether this is the main actor, which lives for ever, so that its identity is enough.
  private let isMain: Bool
  private weak let reference: (any Actor)?

  static let main = ActorReference(MainActor.shared)

  init(_ actor: any Actor) {
    identity = ObjectIdentifier(actor)
    isMain = actor === MainActor.shared
    reference = actor
  }

  /// The actor, while it exists.
  var actor: (any Actor)? { reference }

  /// Whether `isolation` is this actor. An actor that is gone is not mistaken for a new one at the same address.
  @inline(__always)
  func isHere(_ isolation: (any Actor)?) -> Bool {
    guard let isolation, ObjectIdentifier(isolation) == identity else { return false }
    return isMain || reference != nil
  }

  /// Whether the actor is gone.
  ///
  /// Asking takes a strong reference for a moment, which may turn out to be the last. An actor may be released anywhere,
  /// but not under a lock: the caller passes what it gets to `hold`.
  func isGone(_ hold: (any Actor) -> Void) -> Bool {
    if isMain { return false }
    guard let reference else { return true }
    hold(reference)
    return false
  }
}
