import Synchronization

/// Maps each object to its link, because objects have no stored property for one.
///
/// Links are spread over several parts, each a hash table with a lock of its own, and each link caches the way up from
/// it as it was last read. So a look-up takes the lock of one part only, and two threads rarely contend. What links
/// contain, and who is above whom, is read and written under one more lock, that of the structure, which is always
/// taken before that of a part. Every change of the structure increments the generation: a cached way up is valid as
/// long as its generation is the current one.
///
/// Each time a link is added, a few slots are examined, and the links of objects that are gone are removed. So the
/// table stays within a constant factor of the live links, nothing is required of `deinit`, and no single call takes
/// long.
///
/// The locks protect the table only, and no adopter's code runs while one is held: whatever could run it, such as
/// releasing an object or a tracker, happens before or after.
final class ChainTable: Sendable {
  /// The table of the process.
  static let shared = ChainTable()

  let parts: [Lock<Part>] = (0..<partCount).map { _ in Lock(Part()) }
  let structure = Lock(ChainSweep())
  /// Incremented by every change that may affect a way up.
  let generation = Atomic<UInt>(0)

  private static let partBits = 4
  static let partCount = 1 << partBits

  /// One part of the links. The padding keeps the locks of other parts out of its cache lines.
  struct Part {
    typealias CacheLine = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    var slots = ChainSlots()
    var apart: (CacheLine, CacheLine)?
  }

  deinit {
    let paths = parts.flatMap { part in part.withLock { $0.slots.links.map { $0.takePath() } } }
    withExtendedLifetime(paths) {}
  }

  /// Whether the parent was accepted.
  enum Outcome { case linked, refusedCycle }

  /// Replaces the whole link of `object`: what is not given is removed. A parent that would close a cycle is refused,
  /// and the old one stays.
  func link(
    _ object: any TrackableObject,
    properties: TrackedProperties = TrackedProperties(),
    trackers: TrackerReference? = nil,
    parent: (any TrackableObject)? = nil,
    edge: ChainEdge? = nil,
    context: TrackingContext? = nil,
    isolation: (any Actor)? = nil
  ) -> Outcome {
    let home = isolation.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? CurrentThread.identity
    var budget = ChainSweep.Budget()
    var (outcome, released) = structure.withLock { sweep in
      var released = Released()
      let (link, isNew) = self.link(of: object, isSet: true, home, &sweep, &released.displaced)
      let above = parent.map { self.link(of: $0, isSet: false, home, &sweep, &released.displacedParent).link }
      link.sweepHome = home
      released.trackers = link.trackers
      link.properties = properties
      link.trackers = trackers
      // A new link has nothing below it: it is on nobody's way up, and cannot close a cycle. So there is no need to
      // walk up, and linking costs the same at any depth.
      if !isNew { generation.add(1, ordering: .acquiringAndReleasing) }
      let closesCycle = above.map { $0 === link || (!isNew && $0.reaches(link)) } ?? false
      if !closesCycle {
        released.parent = link.parent
        released.context = link.context
        link.setParent(above, edge: edge)
        link.context = context
      }
      if sweep.rests() { budget.visits = 0 } else { released.swept = nextVisit(&sweep, home, &budget) }
      return (closesCycle ? Outcome.refusedCycle : .linked, released)
    }
    if trackers != nil || context != nil { Self.trackersWereSet.store(true, ordering: .relaxed) }
    sweep(&released.swept, home, &budget)
    return outcome
  }

  /// What must not be released under the lock, since it may hold the last reference to an adopter's tracker.
  private struct Released {
    var displaced = Displaced()
    var displacedParent = Displaced()
    var parent: ChainLink?
    var trackers: TrackerReference?
    var context: TrackingContext?
    var swept = ChainSweep.Haul()
  }

  /// What was removed from the table, to be released after unlocking.
  private struct Displaced {
    var link: ChainLink?
    var path: ChainPath?
  }

  /// The link of an object, which is made if there is none, and whether it is new.
  ///
  /// If the link at this address is a dead object's, it is removed, and the caller releases it after unlocking. The
  /// caller keeps `object` itself alive, so the reference that is loaded here is never the last one.
  private func link(
    of object: any TrackableObject, isSet: Bool, _ home: UInt, _ sweep: inout ChainSweep, _ displaced: inout Displaced
  ) -> (link: ChainLink, isNew: Bool) {
    let address = ObjectIdentifier(object)
    let hash = ChainSlots.hash(of: address)
    let (link, isNew) = part(of: hash).withLock { part in
      let known = part.slots.link(at: address, hash: hash)
      if let known {
        let isAlive = known.object != nil
        // The caller is about to change this link, so its cached way up would be outdated. That of a parent stays
        // valid.
        if isSet || !isAlive { displaced.path = known.takePath() }
        if isAlive { return (known, false) }
        _ = part.slots.remove(known)
        displaced.link = known
      }
      let fresh = ChainLink(object, sweepHome: home)
      part.slots.insert(fresh)
      return (fresh, true)
    }
    if isNew, displaced.link == nil { sweep.linkWasAdded() }
    return (link, isNew)
  }

  /// The way up from `object` to the last object that was linked, as it is at this moment. `nil` if the object was
  /// never linked.
  func path(from object: any TrackableObject) -> ChainPath? {
    let address = ObjectIdentifier(object)
    let hash = ChainSlots.hash(of: address)
    let (known, isLinked) = part(of: hash).withLock { part in
      let path = part.slots.path(at: address, hash: hash)
      // The generation is read after the path was found: if they match, the path is valid at this moment.
      guard let path else { return (nil as ChainPath?, part.slots.link(at: address, hash: hash) != nil) }
      return path.generation == generation.load(ordering: .acquiring) ? (path, true) : (nil, true)
    }
    guard isLinked else { return nil }
    let path = known ?? freshPath(from: address, hash)
    // `object` is alive, so its own link still refers to it. A link that refers to nothing belongs to a dead object
    // that had the same address.
    guard let path, path.own.object != nil else { return nil }
    return path
  }

  /// Reads the way up again, and caches it.
  @inline(never)
  private func freshPath(from address: ObjectIdentifier, _ hash: UInt64) -> ChainPath? {
    let (path, outdated) = structure.withLock { _ -> (ChainPath?, ChainPath?) in
      let link = part(of: hash).withLock { $0.slots.link(at: address, hash: hash) }
      guard let link else { return (nil, nil) }
      let path = ChainPath(from: link, generation: generation.load(ordering: .acquiring))
      // A cached path is released some day, in a call that must not take long. So long paths are not cached.
      guard path.steps.count <= Self.longestKeptPath else { return (path, nil) }
      return (path, part(of: hash).withLock { _ in link.keep(path) })
    }
    withExtendedLifetime(outdated) {}
    return path
  }

  /// The number of steps of the longest path that is cached.
  static let longestKeptPath = 256

  func part(of hash: UInt64) -> Lock<Part> { parts[Int(truncatingIfNeeded: hash &>> (64 - Self.partBits))] }

  /// Whether any link, context or task has ever had a tracker. If none has, only the system's tracker can receive
  /// anything.
  static let trackersWereSet = Atomic(false)
}
