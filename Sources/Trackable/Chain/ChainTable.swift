/// Maps each object to its link, because objects have no stored property for one.
///
/// The table has many shards, each with a lock of its own. The address of an object selects its shard. Each link keeps
/// the way up from it as the table read it last. So a look-up takes the lock of one shard, and two threads rarely
/// contend.
///
/// One more lock, that of the structure, protects the content of links and their parents. A thread takes it before the
/// lock of a shard. A thread changes a shard only while it holds both locks, so a thread with the lock of the structure
/// may read every shard. A change to a link with children starts a new generation. A way up is valid while its
/// generation is the current one.
///
/// Each time an object is linked, another object that was linked on the same actor is checked, and links whose objects
/// are gone are removed. So the table stays within a constant factor of the live links, nothing is required of
/// `deinit`, no single call takes long, and no object is released where it does not belong:
///
/// | a link made | is checked by |
/// |---|---|
/// | on an actor | calls on that actor, while it exists |
/// | of an object that is an actor itself | all calls |
/// | outside of actors | no call: it is replaced when another object is linked at its address |
/// | only because the object is a parent | no call: it goes with the last child |
///
/// The locks protect the table only, and no adopter's code runs while one is held: anything that could run it, such as
/// releasing an object or a tracker, happens before or after.
final class ChainTable: Sendable {
  /// The table of the process.
  static let shared = ChainTable()

  private static let shardCount = 256
  private let shards = Lock(stripes: shardCount) { _ in AddressTable<Link>() }
  let structure = Lock(Structure())
  private let generation = AtomicWord()

  /// What concerns more than one link.
  struct Structure: ~Copyable {
    /// How many links no call checks.
    var unattended = 0
    /// The actors on which links were made.
    var actors: [ObjectIdentifier: LinkedActor] = [:]
    /// The same in no particular order, to look at one after the other.
    var actorList: [LinkedActor] = []
    var nextActor = 0
    let main = LinkedActor(MainActor.shared)
    /// The actor that was asked for last: mostly the one that is asked for next.
    var lastActor: LinkedActor?
    /// Links of objects that are actors.
    let anywhere = LinkedActor(nil)
    /// The classes whose objects were linked. Bounded by those of the program.
    var classes: [ObjectIdentifier: ClassRecord] = [:]
    /// The class that was linked last: mostly the one that is linked next.
    var lastClass: ClassRecord?
    /// How many links have taken the place of a dead object's.
    var replacements: UInt8 = 0
  }

  /// How many links that no call checks there may be before an issue is reported.
  static let manyUnattended = 10_000

  /// The way up from `object`, as it is at this moment. `nil` if the object was never linked.
  @inline(__always)
  func step(of object: any TrackableClass) -> ChainStep? {
    let address = ObjectIdentifier(object)
    var isLinked = false
    var found = shards.reading(stripe: Self.shard(of: address)) { shard in
      shard.withValue(at: address) { link -> ChainStep? in
        guard let link else { return nil }
        isLinked = true
        // The generation is read after the step was found: if they match, the step is valid at this moment.
        guard let step = link.step, step.generation == generation.value else { return nil }
        return step
      }
    }
    if found == nil, isLinked { found = freshStep(of: address) }
    // `object` is alive, so its own link still refers to it. A link that refers to nothing belongs to a dead object
    // that had the same address.
    guard let step = found, step.link.object != nil else { return nil }
    return step
  }

  /// Reads the way up again, and keeps it: at the link it begins at and at those above that have none yet.
  @inline(never)
  private func freshStep(of address: ObjectIdentifier) -> ChainStep? {
    let (step, outdated) = structure.withLockUnchecked { _ -> (ChainStep?, [ChainStep]) in
      var outdated: [ChainStep] = []
      let step = link(at: address).map { read($0, &outdated) }
      return (step, outdated)
    }
    withExtendedLifetime(outdated) {}
    return step
  }

  /// The caller holds the lock of the structure, and releases the outdated steps after unlocking.
  private func read(_ link: Link, _ outdated: inout [ChainStep]) -> ChainStep {
    let generation = generation.value
    // Not recursive, because a chain may be long.
    var unread: [Link] = []
    var step: ChainStep?
    var next: Link? = link
    while let link = next {
      if let known = link.step, known.generation == generation {
        step = known
        break
      }
      unread.append(link)
      next = link.parent
    }
    var result = step
    for link in unread.reversed() {
      let fresh = ChainStep(link, up: result, generation: generation)
      let old = withShard(of: link.address) { _ in
        let old = link.step
        link.step = fresh
        return old
      }
      if let old { outdated.append(old) }
      result = fresh
    }
    return result ?? ChainStep(link, up: nil, generation: generation)
  }

  // MARK: For those who hold the lock of the structure

  /// The link at an address.
  @inline(__always)
  func link(at address: ObjectIdentifier) -> Link? {
    shards.withoutLock(stripe: Self.shard(of: address)) { $0.value(at: address) }
  }

  /// Notes that the content of a link has changed. The caller releases the step after unlocking.
  func outdate(_ link: Link) -> ChainStep? {
    let step = takeStep(of: link)
    if link.childCount > 0 { generation.set(generation.value + 1) }
    return step
  }

  /// Takes a step of an earlier generation from its link. Such a step may keep links alive without need.
  func outdatedStep(of link: Link) -> ChainStep? {
    link.step.map { $0.generation != generation.value } == true ? takeStep(of: link) : nil
  }

  private func takeStep(of link: Link) -> ChainStep? {
    link.step == nil ? nil : withShard(of: link.address) { _ in link.step.take() }
  }

  @inline(__always)
  func withShard<Result>(of address: ObjectIdentifier, _ body: (inout AddressTable<Link>) -> Result) -> Result {
    shards.withLockUnchecked(stripe: Self.shard(of: address), body)
  }

  /// Where the link at an address is.
  @inline(__always)
  private static func shard(of address: ObjectIdentifier) -> Int {
    AddressHash.place(of: UInt(bitPattern: address), in: shardCount, from: 56)
  }
}
