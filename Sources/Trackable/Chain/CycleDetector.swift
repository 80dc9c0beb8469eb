/// The links and objects that a walk up the chain has passed, so that the walk notices a computed parent that leads
/// back to one of them.
struct CycleDetector: Sendable {
  /// The links that the walk has passed, and the objects without a link. The set does not contain the address of a
  /// linked object, because a new object may have the address of a deallocated object.
  private var passed: Set<ObjectIdentifier> = []
  private var computedParents = 0
  /// The passed links. They are kept so that no other link gets the address of one of them before the walk is over. A
  /// walk that continues on another actor does not keep the objects without a link.
  private var links: [LinkSnapshot] = []

  /// The most computed parents that one walk follows. Without a limit, an object that returns a new parent each time
  /// would keep the walk going forever.
  static let maximumComputedParents = 1_000

  /// Records the last object of a segment, before the walk continues with the computed parent of that object.
  mutating func recordComputedParent(of object: AnyObject, along snapshot: LinkSnapshot? = nil) {
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
