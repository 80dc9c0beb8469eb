import Synchronization

/// From an object to its link, for objects that have no room for one.
///
/// An open-addressed table under one lock. Each time a link is added a few slots are looked at, and links of objects
/// that are gone are taken out: the table stays within a constant factor of the live links, nothing is asked of
/// `deinit`, and no single call sweeps for long.
///
/// The lock is held for the table alone. Whatever could run an adopter's code (loading an object, releasing a tracker)
/// happens before or after.
final class ChainTable: Sendable {
  /// The table of the process.
  static let shared = ChainTable()

  private let slots = Lock(ChainSlots())

  deinit {
    let paths = slots.withLock { $0.links.map { $0.takePath() } }
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
    // Made outside the lock; dropped again where there is a link already.
    let fresh = ChainLink(object, sweepHome: home)
    let freshParent = parent.map { ChainLink($0, sweepHome: home) }
    let (outcome, released) = slots.withLock { slots in
      var released = Released()
      let link = slots.link(orInsert: fresh, displaced: &released.displaced)
      let above = freshParent.map { slots.link(orInsert: $0, displaced: &released.displacedParent) }
      link.sweepHome = home
      released.trackers = link.trackers
      link.properties = properties
      link.trackers = trackers
      slots.linksHaveChanged()
      // A link that was made just now has nothing below it: linking costs the same at any depth.
      if let above, above === link || (link !== fresh && above.reaches(link)) {
        return (Outcome.refusedCycle, released)
      }
      released.parent = link.parent
      released.context = link.context
      link.setParent(above, edge: edge)
      link.context = context
      released.path = link.takeOutdatedPath(generation: slots.generation)
      return (Outcome.linked, released)
    }
    withExtendedLifetime(released) {}
    if trackers != nil || context != nil { Self.trackersWereSet.store(true, ordering: .relaxed) }
    sweep(home)
    return outcome
  }

  /// What must not be let go of under the lock, since it may be the last reference to an adopter's tracker.
  private struct Released {
    var displaced: ChainSlots.Displaced?
    var displacedParent: ChainSlots.Displaced?
    var parent: ChainLink?
    var trackers: TrackerReference?
    var context: TrackingContext?
    var path: ChainPath?
  }

  /// What is on the way from `object` to the last object that was linked, as it is at this moment. `nil`: the object
  /// was never linked.
  func path(from object: any TrackableObject) -> ChainPath? {
    let address = ObjectIdentifier(object)
    let (path, outdated) = slots.withLock { slots in
      var outdated: ChainPath?
      let path = slots.link(at: address)?.path(generation: slots.generation, outdated: &outdated)
      return (path, outdated)
    }
    withExtendedLifetime(outdated) {}
    // The object is alive, and so its own link's reference is: a link that refers to nothing is a dead object's.
    guard let path, path.own.object != nil else { return nil }
    return path
  }

  /// Whether any link, context or task ever had a tracker. While none had, only the system's can receive anything.
  static let trackersWereSet = Atomic(false)

  /// How many links the table holds, and how many it has room for.
  var size: (links: Int, capacity: Int) {
    slots.withLock { ($0.count, $0.capacity) }
  }

  /// Looks at the next few slots. Each dead link found pays for looking further, so a crowd of dead links is cleared
  /// quickly, up to a bound that keeps a single call short.
  private func sweep(_ home: UInt) {
    var budget = 8
    var visited = 0
    while visited < budget {
      let candidates = slots.withLock { $0.nextCandidates(8, home: home) }
      visited += 8
      // Outside the lock: a reference loaded here may turn out to be the last one.
      let dead = candidates.links.filter { $0.object == nil }
      if dead.isEmpty { continue }
      let removed = slots.withLock { slots in dead.map { slots.remove($0) } }
      withExtendedLifetime(removed) {}
      budget = min(256, budget + 8 * dead.count)
    }
  }
}
