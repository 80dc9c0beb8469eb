import Trackable

/// The destinations in the trackers that a hub is given, and what stands around them.
struct FoundDestinations {
  /// What is entered side by side: queues, which share a door, and what stands behind combinators that do something at the
  /// call.
  struct Part {
    var queues: [Int] = []
    var wrapped: [(HubCore, inout [HubFront.Gate]) -> any AnalyticsEventTracker] = []

    /// The same as a tracker, and the gates in it.
    func tracker(_ core: HubCore, _ gates: inout [HubFront.Gate]) -> any AnalyticsEventTracker {
      var all: [any AnalyticsEventTracker] = queues.isEmpty ? [] : [QueueDoor(core: core, destinations: queues)]
      for wrapped in wrapped { all.append(wrapped(core, &gates)) }
      return all.count == 1 ? all[0] : CombinedTracker(all)
    }
  }

  /// What was found around a tracker.
  private struct Surroundings {
    /// The outermost first.
    var settings: [HubDestination.Settings] = []
    /// The name that a combinator has given it.
    var name: String?
  }

  private(set) var destinations: [HubDestination] = []
  /// The destination at the end of each way into the composition, in order.
  private(set) var ways: [Int] = []
  private(set) var front = Part()
  private var known: [ObjectIdentifier: Int] = [:]
  private var settingsCount = 0

  init(in trackers: [any AnalyticsEventTracker]) {
    front = find(in: CombinedTracker(trackers), Surroundings())
  }

  private mutating func find(in tracker: any AnalyticsEventTracker, _ outside: Surroundings) -> Part {
    var around = outside
    var wrappers: [any ForwardingTracker] = []
    var inner = tracker
    // A loop, because there may be a thousand combinators around each other.
    while let wrapper = inner as? any ForwardingTracker {
      let combinator = wrapper as? TransformingTracker
      if let settings = wrapper as? ConfiguredTracker {
        around.settings.append(HubDestination.Settings(number: settingsCount, settings: settings))
        settingsCount += 1
      } else if combinator?.transforms ?? true {
        wrappers.append(wrapper)
      }
      if let combinator {
        around.name = around.name ?? combinator.givenName
      } else if around.name == nil, wrapper.name != wrapper.base.name {
        // That of an adopter's tracker, if it has one of its own.
        around.name = wrapper.name
      }
      inner = wrapper.base
    }
    let first = ways.count
    var part = Part()
    if let parts = inner.parts {
      for inner in parts {
        let more = find(in: inner, around)
        part.queues += more.queues
        part.wrapped += more.wrapped
      }
    } else {
      part.queues.append(take(inner, around))
    }
    if wrappers.isEmpty { return part }
    let (inside, ways) = (part, first..<ways.count)
    return Part(wrapped: [
      { core, gates in
        var tracker = inside.tracker(core, &gates)
        for var wrapper in wrappers.reversed() {
          wrapper.base = tracker
          if let gate = wrapper as? ConsentTracker { gates.append(HubFront.Gate(tracker: gate, ways: ways)) }
          tracker = wrapper
        }
        return tracker
      }
    ])
  }

  /// The tracker is a destination.
  private mutating func take(_ tracker: any AnalyticsEventTracker, _ around: Surroundings) -> Int {
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
    ways.append(index)
    return index
  }
}
