import Trackable

/// The hub's destinations, and the hub's trackers with an ``EnqueuingTracker`` in place of each destination. So
/// combinators run once, on the thread that tracks, as they do without a hub.
struct HubFront {
  /// A part of the hub's trackers: the destinations in the part, and the trackers with an ``EnqueuingTracker`` instead
  /// of each.
  typealias Part = (destinations: [Int], front: (HubCore) -> any AnalyticsEventTracker)

  private(set) var destinations: [HubDestination] = []
  private(set) var hasGates = false

  mutating func find(in tracker: any AnalyticsEventTracker) -> Part {
    if let wrapper = tracker as? any ForwardingTracker { return find(in: wrapper) }
    guard let parts = tracker.parts else { return addDestination(tracker) }
    let found = parts.map { find(in: $0) }
    return (found.flatMap(\.destinations), { core in Self.combined(found.map { $0.front(core) }, core) })
  }

  private mutating func find(in wrapper: any ForwardingTracker) -> Part {
    let first = destinations.count
    let inside = find(in: wrapper.base)
    let (settings, combinator) = (wrapper as? ConfiguredTracker, wrapper as? TransformingTracker)
    hasGates = hasGates || wrapper is HoldingTracker
    // A wrapper applies once to an instance, even if several paths lead to the instance. If wrappers have different
    // names, the destination gets the outermost name on the first path.
    for index in destinations.indices where inside.destinations.contains(index) {
      if let settings { destinations[index].settings.append(settings) }
      // The name of an adopter's tracker, if the tracker has a name of its own.
      let own = wrapper.name == wrapper.base.name ? nil : wrapper.name
      if index >= first, let name = combinator == nil ? own : combinator?.givenName { destinations[index].name = name }
    }
    let doesNothing = settings != nil || combinator?.transforms == false
    let place: (HubCore) -> any AnalyticsEventTracker = { core in
      let front = inside.front(core)
      if doesNothing { return front }
      var wrapper: any ForwardingTracker = wrapper
      if var combinator {
        combinator.suppressed = { [behind = inside.destinations] in
          for index in behind { core.destinations[index].suppressed.withLock { $0 += 1 } }
        }
        wrapper = combinator
      }
      wrapper.base = front
      return wrapper
    }
    return (inside.destinations, place)
  }

  /// Takes the tracker as a destination. One instance is one destination, however many paths lead to it, so that the
  /// hub never makes two calls to an instance at the same time.
  private mutating func addDestination(_ tracker: any AnalyticsEventTracker) -> Part {
    let known = tracker.identity.flatMap { identity in destinations.firstIndex { $0.tracker.identity == identity } }
    let index = known ?? destinations.count
    if known == nil { destinations.append(HubDestination(tracker)) }
    return ([index], { EnqueuingTracker(core: $0, destinations: [index]) })
  }

  /// Combines trackers, and merges the enqueuing trackers among them.
  private static func combined(_ fronts: [any AnalyticsEventTracker], _ core: HubCore) -> any AnalyticsEventTracker {
    let all = fronts.flatMap { $0.parts ?? [$0] }
    let enqueuing = all.compactMap { $0 as? EnqueuingTracker }
    let merged =
      enqueuing.isEmpty ? [] : [EnqueuingTracker(core: core, destinations: enqueuing.flatMap(\.destinations))]
    let shared = merged + all.filter { !($0 is EnqueuingTracker) }
    return shared.count == 1 ? shared[0] : CombinedTracker(shared)
  }
}
