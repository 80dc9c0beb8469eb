import Trackable

/// What stands in front of the queues of a hub: the trackers that the hub was given, with a ``QueueDoor`` where each
/// destination was. So combinators are asked once, at the call, by what calls them anywhere else.
struct HubFront: Sendable {
  /// A gate, and the places of the destinations behind it.
  private struct Gate {
    let tracker: any DecidingTracker
    let places: Range<Int>
  }

  let tracker: any AnalyticsEventTracker
  private let gates: [Gate]
  private let places: [Int]

  init(_ trackers: [any AnalyticsEventTracker], _ found: FoundDestinations, _ core: HubCore) {
    var builder = Builder(core: core, places: found.places)
    tracker = builder.tracker(for: builder.build(CombinedTracker(trackers)))
    gates = builder.gates
    places = found.places
  }

  /// The destinations to which no way leads at this moment, because the user does not agree.
  var deniedDestinations: Set<Int> {
    let denied = gates.filter(\.tracker.isDenied)
    let open = places.indices.filter { place in !denied.contains { $0.places.contains(place) } }
    return Set(places).subtracting(open.map { places[$0] })
  }

  var hasGates: Bool { !gates.isEmpty }

  private struct Builder {
    /// Queues that are entered side by side share a door.
    struct Part {
      var queues: [Int] = []
      var others: [any AnalyticsEventTracker] = []
    }

    let core: HubCore
    let places: [Int]
    var nextPlace = 0
    var gates: [Gate] = []

    func tracker(for part: Part) -> any AnalyticsEventTracker {
      let door = part.queues.isEmpty ? [] : [QueueDoor(core: core, destinations: part.queues)]
      let all = door + part.others
      return all.count == 1 ? all[0] : CombinedTracker(all)
    }

    mutating func build(_ tracker: any AnalyticsEventTracker) -> Part {
      // The outermost first.
      var wrappers: [any ForwardingTracker] = []
      var inner = tracker
      // A loop, because there may be a thousand combinators around each other.
      while let wrapper = inner as? any ForwardingTracker {
        if wrapper.actsAtTheCall { wrappers.append(wrapper) }
        inner = wrapper.base
      }
      let firstPlace = nextPlace
      var part = Part()
      if let parts = inner.parts {
        for inner in parts {
          let more = build(inner)
          part.queues += more.queues
          part.others += more.others
        }
      } else {
        part.queues.append(places[nextPlace])
        nextPlace += 1
      }
      for var wrapped in wrappers.reversed() {
        wrapped.base = self.tracker(for: part)
        if let gate = wrapped as? any DecidingTracker {
          gates.append(Gate(tracker: gate, places: firstPlace..<nextPlace))
        }
        part = Part(others: [wrapped])
      }
      return part
    }
  }
}

extension ForwardingTracker {
  /// Whether it does more than to add to what a destination declares.
  fileprivate var actsAtTheCall: Bool {
    if self is ConfiguredTracker { return false }
    return (self as? TransformingTracker)?.transforms ?? true
  }
}

/// Hands calls over to the queues of some destinations.
struct QueueDoor: AnalyticsEventTracker {
  let core: HubCore
  let destinations: [Int]

  var name: String { destinations.map { core.destinations[$0].name }.joined(separator: " + ") }
  func track(_ event: TrackedEvent) { core.submit(event, to: destinations) }
  func update(_ property: TrackedUserProperty) { core.submit(.update(property), to: destinations) }
  func identify(_ user: TrackedUser) { core.submit(.identify(user), to: destinations) }
  func reset() { core.submit(.reset, to: destinations) }
  func report(_ error: any Error, at location: CodeLocation) { core.submit(.report(error, location), to: destinations) }
  func purge() { core.purge(destinations) }
}

/// The destinations in the trackers that a hub is given.
struct FoundDestinations {
  private(set) var destinations: [HubDestination] = []
  /// The destination in each place of the composition, in order.
  private(set) var places: [Int] = []
  private var known: [ObjectIdentifier: Int] = [:]
  private var settingsCount = 0

  init(in trackers: [any AnalyticsEventTracker]) {
    // As the front sees them.
    find(in: CombinedTracker(trackers), Surroundings())
  }

  /// What was found around a tracker.
  private struct Surroundings {
    /// The outermost first.
    var settings: [HubDestination.Settings] = []
    /// The name that a combinator has given it.
    var name: String?
  }

  private mutating func find(in tracker: any AnalyticsEventTracker, _ outside: Surroundings) {
    var around = outside
    var inner = tracker
    while let wrapper = inner as? any ForwardingTracker {
      if let settings = wrapper as? ConfiguredTracker {
        around.settings.append(HubDestination.Settings(number: settingsCount, settings: settings))
        settingsCount += 1
      } else if let combinator = wrapper as? TransformingTracker {
        around.name = around.name ?? combinator.givenName
      } else if around.name == nil, wrapper.name != wrapper.base.name {
        // That of an adopter's tracker, if it has one of its own.
        around.name = wrapper.name
      }
      inner = wrapper.base
    }
    guard let parts = inner.parts else { return take(inner, around) }
    for part in parts { find(in: part, around) }
  }

  /// The tracker is a destination.
  private mutating func take(_ tracker: any AnalyticsEventTracker, _ around: Surroundings) {
    // One instance is one destination, however many ways lead to it: it is never called from two sides at once.
    let identity = tracker.identity
    let index = identity.flatMap { known[$0] } ?? destinations.count
    if index == destinations.count {
      destinations.append(HubDestination(name: around.name ?? tracker.name, tracker: tracker))
      if let identity { known[identity] = index }
    }
    // What stands around several ways to the same instance counts once.
    for settings in around.settings.reversed()
    where !destinations[index].settings.contains(where: { $0.number == settings.number }) {
      destinations[index].settings.append(settings)
    }
    places.append(index)
  }
}
