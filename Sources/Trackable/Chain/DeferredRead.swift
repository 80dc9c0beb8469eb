/// A read on another actor that an event still needs. The read concerns the computed properties of an ancestor and, for
/// the last linked ancestor, its computed parent.
///
/// The read travels with the event as a value. Only the job that reads keeps the actor alive.
struct DeferredRead: Sendable {
  let link: Link
  /// The actor on which the ancestor is read.
  let actor: LinkedActor
  /// Whether the ancestor's parent is read as well.
  let asksForParent: Bool
  /// The places that the walk had passed before.
  let cycles: CycleDetector

  /// Whether the ancestor may be read where the caller runs: on its actor, or anywhere if its actor is gone.
  func mayBeRead(in isolation: (any Actor)?) -> Bool { actor.isHere(isolation) || actor.actor == nil }
}

extension PropertySource {
  @inline(never) static func of(_ kind: Kind, _ type: AnyClass, _ distance: Int, isOfRoot: Bool) -> PropertySource {
    PropertySource(kind, typeName: String(describing: type), distance: distance, isOfRoot: isOfRoot)
  }
}

/// The links and objects that a walk has passed, by which the walk notices a computed parent that leads back to one of
/// these.
struct CycleDetector: Sendable {
  /// The links that the walk has passed, and the objects without a link. The address of a linked object is no identity
  /// here, because a new object may have the address of an object that is gone.
  private var passed: Set<ObjectIdentifier> = []
  private var computedParents = 0
  /// The passed links, kept so that no address is used again before the walk is over. When a walk continues on another
  /// actor, it does not keep the objects without a link, which were alive when the walk left them.
  private var links: [LinkSnapshot] = []

  /// The most computed parents that one walk follows. Without a limit, an object that returns a new parent each time
  /// would keep the walk going forever.
  static let maximumComputedParents = 1_000

  /// Records the last object of a segment, before the walk continues with the computed parent of that object.
  @inline(never) mutating func recordComputedParent(of object: AnyObject, along snapshot: LinkSnapshot? = nil) {
    computedParents += 1
    if let snapshot { record(snapshot) } else { passed.insert(ObjectIdentifier(object)) }
  }

  mutating func record(_ first: LinkSnapshot) {
    for snapshot in sequence(first: first, next: { $0.up }) { passed.insert(ObjectIdentifier(snapshot.link)) }
    links.append(first)
  }

  /// Marks a link or an object as passed. Returns whether it was passed for the first time, so that the walk may
  /// continue.
  mutating func enter(_ object: AnyObject) -> Bool {
    computedParents <= Self.maximumComputedParents && passed.insert(ObjectIdentifier(object)).inserted
  }
}
