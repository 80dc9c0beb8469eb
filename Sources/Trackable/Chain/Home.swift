/// The actor on which a link was made. It is not kept alive, since it may itself be an object of the chain.
enum Home: Sendable {
  /// The main actor lives for ever; nothing needs to be kept for it.
  case main
  case actor(ActorReference)

  init?(_ isolation: (any Actor)?) {
    guard let isolation else { return nil }
    self = isolation === MainActor.shared ? .main : .actor(ActorReference(isolation))
  }

  /// The actor, while it exists.
  var actor: (any Actor)? {
    switch self {
    case .main: MainActor.shared
    case .actor(let reference): reference.actor
    }
  }

  /// Whether `isolation` is this actor. An actor that is gone is not mistaken for a new one at the same address.
  func isHome(_ isolation: (any Actor)?) -> Bool {
    guard let isolation else { return false }
    return switch self {
    case .main: isolation === MainActor.shared
    case .actor(let reference): reference.identity == ObjectIdentifier(isolation) && reference.actor != nil
    }
  }
}

/// A weak reference to an actor that several links and paths share.
final class ActorReference: Sendable {
  let identity: ObjectIdentifier
  weak let actor: (any Actor)?

  init(_ actor: any Actor) {
    self.identity = ObjectIdentifier(actor)
    self.actor = actor
  }
}
