/// An actor that is not kept alive.
final class ActorReference: Sendable {
  let identity: ObjectIdentifier
  /// Whether this is the main actor, which lives for ever, so that its identity is enough.
  let isMain: Bool
  /// `nil` for the main actor: once an object was referred to weakly, everybody's retains of it are slower.
  private weak let reference: (any Actor)?

  static let main = ActorReference(MainActor.shared)

  init(_ actor: any Actor) {
    identity = ObjectIdentifier(actor)
    isMain = actor === MainActor.shared
    reference = isMain ? nil : actor
  }

  /// The actor, while it exists.
  var actor: (any Actor)? { isMain ? MainActor.shared : reference }

  /// Whether `isolation` is this actor. An actor that is gone is not mistaken for a new one at the same address.
  @inline(__always)
  func isHere(_ isolation: (any Actor)?) -> Bool {
    guard let isolation, ObjectIdentifier(isolation) == identity else { return false }
    return isMain || reference != nil
  }
}
