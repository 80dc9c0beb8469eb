/// A read on another actor that an event still needs: the computed properties of an ancestor and, for the last linked
/// ancestor, its computed parent.
///
/// The read travels with the event as a value. Only the job that reads keeps the actor alive.
struct DeferredRead: Sendable {
  let link: Link
  /// Where the ancestor is read.
  let actor: LinkedActor
  /// Whether the ancestor is asked for its parent.
  let asksForParent: Bool
  /// What the walk had passed.
  let cycles: CycleDetector

  /// Whether the ancestor may be read where the caller runs: on its actor, or anywhere if that is gone.
  func mayBeRead(in isolation: (any Actor)?) -> Bool { actor.isHere(isolation) || actor.actor == nil }
}

extension PropertySource {
  @inline(never) static func of(_ kind: Kind, _ type: AnyClass, _ distance: Int, isOfRoot: Bool) -> PropertySource {
    PropertySource(kind, typeName: String(describing: type), distance: distance, isOfRoot: isOfRoot)
  }
}

/// What a walk has passed, to notice when a computed parent leads back to it.
struct CycleDetector: Sendable {
  /// The passed links, and the passed objects without a link. The address of a linked object would not do: a new object
  /// may have the address of an object that is gone.
  private var passed: Set<ObjectIdentifier> = []
  private var computedParents = 0
  /// What keeps the addresses from being used again before the walk is over. Objects without a link are not kept in a
  /// detector that travels to another actor: the objects there were alive when the walk left.
  private var links: [LinkSnapshot] = []

  /// How many computed parents one walk follows. There must be a limit, because an object may return a newly made
  /// parent each time it is asked.
  static let maximumComputedParents = 1_000

  /// Notes that the walk goes on with a computed parent of the last object of a segment.
  @inline(never) mutating func goOn(from object: AnyObject, along snapshot: LinkSnapshot? = nil) {
    computedParents += 1
    if let snapshot { pass(snapshot) } else { passed.insert(ObjectIdentifier(object)) }
  }

  mutating func pass(_ first: LinkSnapshot) {
    for snapshot in sequence(first: first, next: { $0.up }) { passed.insert(ObjectIdentifier(snapshot.link)) }
    links.append(first)
  }

  /// Whether the walk comes to this link or object for the first time, and may go on.
  mutating func enter(_ object: AnyObject) -> Bool {
    computedParents <= Self.maximumComputedParents && passed.insert(ObjectIdentifier(object)).inserted
  }
}
