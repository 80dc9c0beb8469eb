import Trackable

/// What stands in front of the queues of a hub: the trackers that the hub was given, with a ``QueueDoor`` where each
/// destination was. So combinators are asked once, at the call, by what calls them anywhere else.
struct HubFront: Sendable {
  /// A gate, and the ways behind it.
  struct Gate {
    let tracker: ConsentTracker
    let ways: Range<Int>
  }

  let tracker: any AnalyticsEventTracker
  private let gates: [Gate]
  private let ways: [Int]

  init(_ found: FoundDestinations, _ core: HubCore) {
    var gates: [Gate] = []
    tracker = found.front.tracker(core, &gates)
    self.gates = gates
    ways = found.ways
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
  func track(_ event: TrackedEvent) { core.submit(.track(event.frozen), at: event.timestamp, to: destinations) }
  func update(_ property: TrackedUserProperty) {
    core.submit(.update(property), at: property.timestamp, to: destinations)
  }
  func identify(_ user: TrackedUser) { core.submit(.identify(user), at: user.timestamp, to: destinations) }
  func reset() { core.submit(.reset, to: destinations) }
  func report(_ error: any Error, at location: CodeLocation) { core.submit(.report(error, location), to: destinations) }
  func purge() { core.purge(destinations) }
}
