/// A table that maps each object to its ``Link``, because objects have no stored property for a link.
///
/// The table has many shards, each with a lock of its own. The address of an object selects its shard. Each link keeps
/// the last snapshot of the links above it. So a look-up takes the lock of one shard, and two threads rarely contend.
///
/// One more lock, that of the structure, protects the content of links and their parents. A thread takes this lock
/// before the lock of a shard. A thread changes a shard only while it holds both locks, so a thread with the lock of
/// the structure may read every shard. A change to a link with children starts a new generation. A snapshot is valid
/// while its generation is the current generation.
///
/// Each call that links an object also checks other objects of the same actor, and removes the links of dead objects. A
/// new object at the address of a dead object takes over the dead object's link, if only the table refers to that link.
/// So the length of a list is bounded by the number of objects that were alive at the same time: see ``CheckRota``. The
/// library releases an object only on the actor to which the object belongs:
///
/// | a link made | is checked by |
/// |---|---|
/// | on an actor | calls that link an object on that actor, as long as it exists |
/// | on an actor, for an object whose conformance belongs to another actor | no call |
/// | for an object that is itself an actor | all calls that link an object, which also check whether actors are gone |
/// | outside of actors | no call: the table replaces it when another object at its address is linked, or tracks |
/// | only because the object is a parent | no call: the table removes it with the last child |
///
/// The locks protect the table only, and no adopter's code runs under them. The table releases an object or a tracker,
/// whose `deinit` may run such code, before it locks or after it unlocks.
package final class ChainTable: Sendable {
  /// The table of the process.
  static let shared = ChainTable()

  static let shardCount = 256
  let shards = Lock(stripes: shardCount) { AddressTable<Link>() }
  let structure = Lock(Structure())
  let generation = AtomicWord()

  /// The state that concerns more than one link.
  struct Structure: ~Copyable {
    /// The number of links of living or dead objects that no call checks.
    var unattended = 0
    /// The actors on which links were made, without the main actor.
    var actors = AddressTable<LinkingActor>()
    let main = LinkingActor(MainActor.shared)
    /// The list of the links of objects that are actors, and of the actors on which links were made.
    let checkedByAll = LinkingActor(nil)
    /// The objects that the locking thread releases after unlocking. An entry may hold the last reference to an
    /// adopter's object, whose `deinit` may do anything.
    var released: [AnyObject] = []
    /// The number of members that the current call has added to long lists. For each addition, the call checks more
    /// members: see ``CheckRota``.
    var newMembers = 0

    mutating func release(_ object: AnyObject?) {
      guard let object else { return }
      if released.isEmpty { released.reserveCapacity(10) }
      released.append(object)
    }
  }

  /// The number of unchecked links at which the library reports an issue.
  static let manyUnattended = 10_000

  /// The current snapshot of the link of `object`; `nil` if the object was never linked.
  @inline(__always) func snapshot(of object: any TrackableClass) -> LinkSnapshot? {
    let address = ObjectIdentifier(object)
    var isLinked = false
    var found = shards.reading(stripe: Self.shard(of: address)) { shard in
      shard.withValue(at: address) { link -> LinkSnapshot? in
        guard let link else { return nil }
        isLinked = true
        // The generation is read after the snapshot. If both have the same generation, the snapshot is valid now.
        guard let snapshot = link.snapshot, snapshot.generation == generation.value else { return nil }
        return snapshot
      }
    }
    if found == nil, isLinked { found = freshSnapshot(of: address) }
    // `object` is alive, so the link of `object` still refers to it. A link without an object belongs to a dead object
    // that had the same address.
    guard let snapshot = found else { return nil }
    return snapshot.link.object == nil ? forget(snapshot.link) : snapshot
  }

  /// Removes the link of a dead object at the address of a new object. The caller keeps the new object alive, so the
  /// reference loaded here is never the last reference.
  private func forget(_ link: Link) -> LinkSnapshot? {
    changing { structure in
      if existingLink(at: link.address) === link { remove(link, &structure) }
    }
    return nil
  }

  /// Makes new snapshots of the link at an address and of the links above it. The first link keeps the new snapshot,
  /// and so does each link above without a current snapshot.
  private func freshSnapshot(of address: ObjectIdentifier) -> LinkSnapshot? {
    changing { structure in existingLink(at: address).map { makeSnapshot(of: $0, &structure) } }
  }

  private func makeSnapshot(of link: Link, _ structure: inout Structure) -> LinkSnapshot {
    let generation = generation.value
    // This is a loop and not a recursion, because a chain may be so long that a recursion would overflow the stack.
    var unread: [Link] = []
    var known: LinkSnapshot?
    for link in sequence(first: link, next: { $0.parent }) {
      if let snapshot = link.snapshot, snapshot.generation == generation {
        known = snapshot
        break
      }
      unread.append(link)
    }
    for link in unread.reversed() {
      let fresh = LinkSnapshot(link, up: known, generation: generation)
      exchangeSnapshot(of: link, for: fresh, &structure)
      known = fresh
    }
    return known ?? LinkSnapshot(link, up: nil, generation: generation)
  }

  // MARK: Under the lock of the structure

  /// Runs `body` under the lock. After unlocking, releases the objects that `body` has put into `released`.
  func changing<Result>(_ body: (inout Structure) -> Result) -> Result {
    let (result, released) = structure.withLockUnchecked { structure in
      let result = body(&structure)
      return (result, exchange(&structure.released, with: []))
    }
    withExtendedLifetime(released) {}
    return result
  }

  /// The link at an address.
  func existingLink(at address: ObjectIdentifier) -> Link? {
    shards.withoutLock(stripe: Self.shard(of: address)) { $0.value(at: address) }
  }

  /// Makes the snapshots of a changed link, and of the links below it, invalid. The table releases an invalid snapshot
  /// when its link is read or checked again.
  func outdate(_ link: Link, _ structure: inout Structure) {
    if link.snapshot != nil { exchangeSnapshot(of: link, for: nil, &structure) }
    if link.childCount > 0 { generation.set(generation.value + 1) }
  }

  func exchangeSnapshot(of link: Link, for fresh: LinkSnapshot?, _ structure: inout Structure) {
    let old = withShard(of: link.address) { _ in exchange(&link.snapshot, with: fresh) }
    structure.release(old)
  }

  func withShard<Result>(of address: ObjectIdentifier, _ body: (inout AddressTable<Link>) -> Result) -> Result {
    shards.withLockUnchecked(stripe: Self.shard(of: address), body)
  }

  /// The shard for an address.
  private static func shard(of address: ObjectIdentifier) -> Int {
    UInt(bitPattern: address).place(in: shardCount, from: 56)
  }
}
