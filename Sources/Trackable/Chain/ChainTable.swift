import Synchronization

/// From an object to its link, for objects that have no room for one.
///
/// Links are spread over parts, each a hash table under a lock of its own, and a link keeps the way up as it was seen
/// last. So a look-up takes the lock of one part, and two threads seldom meet. What links say, and who is above whom,
/// is read and written under one more lock, that of the structure, which is taken before that of a part. Each change
/// of the structure raises the generation: a kept way up is good as long as that is the same.
///
/// Each time a link is added a few slots are looked at, and links of objects that are gone are taken out: the table
/// stays within a constant factor of the live links, nothing is asked of `deinit`, and no single call works for long.
///
/// The locks are held for the table alone. Whatever could run an adopter's code (loading an object, releasing a tracker)
/// happens before or after.
final class ChainTable: Sendable {
  /// The table of the process.
  static let shared = ChainTable()

  let parts: [Lock<Part>] = (0..<partCount).map { _ in Lock(Part()) }
  let structure = Lock(ChainSweep())
  /// Counts whatever changes a way up.
  let generation = Atomic<UInt>(0)

  private static let partBits = 4
  static let partCount = 1 << partBits

  /// One part of the links. The room after it keeps another part's lock out of its cache lines.
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

  /// Sets the whole link of `object`: what is not given is not there any more. A parent that would close a cycle is
  /// refused, and the old one stays.
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
      // A link that was made just now has nothing below it: it is on nobody's way up, and closes no cycle. So linking
      // costs the same at any depth.
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

  /// What must not be let go of under the lock, since it may be the last reference to an adopter's tracker.
  private struct Released {
    var displaced = Displaced()
    var displacedParent = Displaced()
    var parent: ChainLink?
    var trackers: TrackerReference?
    var context: TrackingContext?
    var swept = ChainSweep.Haul()
  }

  /// What was taken out, to be released after unlocking.
  private struct Displaced {
    var link: ChainLink?
    var path: ChainPath?
  }

  /// The link of an object, and whether it was made just now.
  ///
  /// A dead object's link at the same address gives way; the caller releases it after unlocking. The object itself is
  /// alive in the caller's hands, so the reference that is loaded here is never the last one.
  private func link(
    of object: any TrackableObject, isSet: Bool, _ home: UInt, _ sweep: inout ChainSweep, _ displaced: inout Displaced
  ) -> (link: ChainLink, isNew: Bool) {
    let address = ObjectIdentifier(object)
    let hash = ChainSlots.hash(of: address)
    let (link, isNew) = part(of: hash).withLock { part in
      let known = part.slots.link(at: address, hash: hash)
      if let known {
        let isAlive = known.object != nil
        // It is about to be out of date; a parent's is not.
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

  /// What is on the way from `object` to the last object that was linked, as it is at this moment. `nil`: the object
  /// was never linked.
  func path(from object: any TrackableObject) -> ChainPath? {
    let address = ObjectIdentifier(object)
    let hash = ChainSlots.hash(of: address)
    let (known, isLinked) = part(of: hash).withLock { part in
      let path = part.slots.path(at: address, hash: hash)
      // After the path was found: it is as good as it is now.
      guard let path else { return (nil as ChainPath?, part.slots.link(at: address, hash: hash) != nil) }
      return path.generation == generation.load(ordering: .acquiring) ? (path, true) : (nil, true)
    }
    guard isLinked else { return nil }
    let path = known ?? freshPath(from: address, hash)
    // The object is alive, and so its own link's reference is: a link that refers to nothing is a dead object's.
    guard let path, path.own.object != nil else { return nil }
    return path
  }

  /// The way up, read anew and kept.
  @inline(never)
  private func freshPath(from address: ObjectIdentifier, _ hash: UInt64) -> ChainPath? {
    let (path, outdated) = structure.withLock { _ -> (ChainPath?, ChainPath?) in
      let link = part(of: hash).withLock { $0.slots.link(at: address, hash: hash) }
      guard let link else { return (nil, nil) }
      let path = ChainPath(from: link, generation: generation.load(ordering: .acquiring))
      // What is kept is one day let go of, in a call that must not take long.
      guard path.steps.count <= Self.longestKeptPath else { return (path, nil) }
      return (path, part(of: hash).withLock { _ in link.keep(path) })
    }
    withExtendedLifetime(outdated) {}
    return path
  }

  /// How many steps a path may have that is kept.
  static let longestKeptPath = 256

  func part(of hash: UInt64) -> Lock<Part> { parts[Int(truncatingIfNeeded: hash &>> (64 - Self.partBits))] }

  /// Whether any link, context or task ever had a tracker. While none had, only the system's can receive anything.
  static let trackersWereSet = Atomic(false)
}
