/// What an event still needs from another actor: the properties that an ancestor computes there, and the parent that it
/// computes if it is the last one that was linked.
///
/// It travels with the event as a value. It does not keep the actor alive; only the job that reads does.
struct DeferredRead: Sendable {
  let subject: any DeferredSubject
  /// How far the ancestor is from where the event was tracked.
  var distance: Int
  /// Whether what it computes is wanted, or only who is above it.
  var wantsProperties: Bool
  /// Whether the ancestor was found above the system's root, so that what it computes has rank 7.
  var isOfRoot = false

  /// The source of what the ancestor computes.
  var source: PropertySource {
    PropertySource(.object, typeName: subject.typeName, distance: distance, isOfRoot: isOfRoot)
  }

  /// What is read once for an event. An ancestor of the chain may be above the root as well, and then has two ranks.
  struct Identity: Hashable {
    fileprivate let subject: ObjectIdentifier
    fileprivate let isOfRoot: Bool
  }

  var identity: Identity { Identity(subject: subject.identity, isOfRoot: isOfRoot) }
}

/// An ancestor that is read on its own actor. The one type that conforms is declared above, with the chain.
protocol DeferredSubject: AnyObject, Sendable {
  /// What makes two subjects the same ancestor.
  var identity: ObjectIdentifier { get }
  var typeName: String { get }
  var actor: ActorReference { get }
  /// Whether the ancestor is asked for its parent.
  var asksForParent: Bool { get }

  /// Reads the ancestor, and everything above a parent that it computes, into `parts`. Called where that is allowed: on
  /// its actor, or anywhere once that is gone.
  func read(
    _ read: DeferredRead, into parts: inout SnapshotParts, isolation: (any Actor)?, as calls: [ActiveCalls.Call])
}
