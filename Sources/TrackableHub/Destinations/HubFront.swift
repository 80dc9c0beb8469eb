import Trackable

/// What stands in front of the queues of a hub: the trackers that the hub was given, with a ``QueueDoor`` where each
/// destination was. So combinators are asked once, at the call, by what calls them anywhere else.
struct HubFront: Sendable {
  /// A gate, and the ways behind it.
  struct Gate {
    let tracker: ConsentTracker
    let ways: Range<Int>
  }

  private(set) var tracker: any AnalyticsEventTracker
  private var gates: [Gate] = []
  private let ways: [Int]

  /// - Parameters:
  ///   - tracker: What the hub was given.
  ///   - ways: The destination at the end of each way into it.
  init(_ tracker: any AnalyticsEventTracker, _ ways: [Int], _ core: HubCore) {
    self.tracker = tracker
    self.ways = ways
    var passed = 0
    self.tracker = front(of: tracker, core, &passed)
  }

  /// The tracker with doors where destinations are. Those side by side share one.
  ///
  /// - Parameter passed: How many ways end before it, and then in it as well.
  private mutating func front(
    of tracker: any AnalyticsEventTracker, _ core: HubCore, _ passed: inout Int
  ) -> any AnalyticsEventTracker {
    if var wrapper = tracker as? any ForwardingTracker {
      let first = passed
      wrapper.base = front(of: wrapper.base, core, &passed)
      if let gate = wrapper as? ConsentTracker { gates.append(Gate(tracker: gate, ways: first..<passed)) }
      if var combinator = wrapper as? TransformingTracker {
        let behind = Array(ways[first..<passed])
        combinator.suppressed = { core.countSuppressed(for: behind) }
        wrapper = combinator
      }
      let doesNothing = wrapper is ConfiguredTracker || (wrapper as? TransformingTracker)?.transforms == false
      return doesNothing ? wrapper.base : wrapper
    }
    guard let parts = tracker.parts else {
      passed += 1
      return QueueDoor(core: core, destinations: [ways[passed - 1]])
    }
    let fronts = parts.flatMap { part in
      let front = front(of: part, core, &passed)
      return front.parts ?? [front]
    }
    let doors = fronts.compactMap { $0 as? QueueDoor }
    let door = doors.isEmpty ? [] : [QueueDoor(core: core, destinations: doors.flatMap(\.destinations))]
    let all = door + fronts.filter { !($0 is QueueDoor) }
    return all.count == 1 ? all[0] : CombinedTracker(all)
  }

  var hasGates: Bool { !gates.isEmpty }

  /// The destinations to which no way leads at this moment, because the user does not agree.
  var deniedDestinations: Set<Int> {
    let denied = gates.filter(\.tracker.isDenied)
    let open = ways.indices.filter { way in !denied.contains { $0.ways.contains(way) } }
    return Set(ways).subtracting(open.map { ways[$0] })
  }
}

/// Hands calls over to the queues of some destinations.
struct QueueDoor: AnalyticsEventTracker {
  let core: HubCore
  let destinations: [Int]

  var name: String { destinations.map { core.destinations[$0].name }.joined(separator: " + ") }
  func track(_ event: TrackedEvent) { core.submit(.track(event), at: event.timestamp, to: destinations) }
  func update(_ property: TrackedUserProperty) {
    core.submit(.update(property), at: property.timestamp, to: destinations)
  }
  func identify(_ user: TrackedUser) { core.submit(.identify(user), at: user.timestamp, to: destinations) }
  func reset() { core.submit(.reset, to: destinations) }
  func report(_ error: any Error, at location: CodeLocation) { core.submit(.report(error, location), to: destinations) }
  func purge() { core.purge(destinations) }
}
