import Trackable

/// What a hub finds in the trackers that it is given.
struct HubPlan {
  private(set) var destinations: [HubDestination] = []
  private(set) var routes: [Route] = []
  /// The routes on which nothing is asked at the call: all of them share what is handed over.
  private(set) var openRoutes: [Int] = []
  /// What comes before the others.
  private(set) var entrances: [Entrance] = []
  /// A gate comes after those that stand behind it.
  private(set) var gates: [Gate] = []
  private var known: [ObjectIdentifier: Int] = [:]
  private var settingsCount = 0
  private let submit: @Sendable (TrackerCall, _ route: Int) -> Void
  private let refuse: @Sendable (HubEntry.Subject, _ route: Int) -> Void

  /// A gate, and the routes behind it.
  struct Gate {
    let tracker: any DecidingTracker
    let routes: Range<Int>
  }

  /// The destinations to which no route leads at this moment, because the user does not agree.
  var deniedDestinations: Set<Int> {
    let denied = gates.filter(\.tracker.isDenied)
    let open = routes.indices.filter { route in !denied.contains { $0.routes.contains(route) } }
    return Set(destinations.indices).subtracting(open.map { routes[$0].destination })
  }

  /// - Parameters:
  ///   - submit: Hands a delivery to one route.
  ///   - refuse: Counts that a delivery does not take a route.
  init(
    _ trackers: [any AnalyticsEventTracker], submit: @escaping @Sendable (TrackerCall, _ route: Int) -> Void,
    refuse: @escaping @Sendable (HubEntry.Subject, _ route: Int) -> Void
  ) {
    self.submit = submit
    self.refuse = refuse
    for tracker in trackers {
      if let entrance = take(tracker, Surroundings()) { entrances.append(entrance) }
    }
  }

  /// What was found around a tracker.
  private struct Surroundings {
    /// The outermost first.
    var settings: [HubDestination.Settings] = []
    /// The name that a combinator has given it.
    var name: String?
    /// Whether something is asked at the call.
    var isEntered = false
  }

  /// Takes a tracker apart; returns what is to be asked at the call, `nil` if nothing.
  private mutating func take(_ tracker: any AnalyticsEventTracker, _ outside: Surroundings) -> Entrance? {
    var around = outside
    // The outermost first.
    var stages: [TransformingTracker] = []
    var inner = tracker
    // A loop, because there may be a thousand combinators around each other.
    while !(inner is any DecidingTracker), let wrapper = inner as? any ForwardingTracker {
      if let settings = wrapper as? ConfiguredTracker {
        around.settings.append(HubDestination.Settings(number: settingsCount, settings: settings))
        settingsCount += 1
      } else if let combinator = wrapper as? TransformingTracker {
        around.name = around.name ?? combinator.givenName
        if combinator.transforms {
          stages.append(combinator)
          around.isEntered = true
        }
      } else {
        break
      }
      inner = wrapper.base
    }
    let firstRoute = routes.count
    let rest: Entrance?
    if let gate = inner as? any DecidingTracker {
      rest = take(behind: gate, around)
    } else if let wrapper = inner as? any ForwardingTracker {
      rest = take(inside: wrapper, around)
    } else if let parts = inner.parts {
      let entrances = parts.compactMap { take($0, around) }
      rest = entrances.isEmpty ? nil : .several(entrances)
    } else {
      rest = end(inner, around)
    }
    guard let rest, !stages.isEmpty else { return rest }
    return .stages(stages, then: rest, routes: Array(firstRoute..<routes.count))
  }

  private mutating func take(behind gate: any DecidingTracker, _ around: Surroundings) -> Entrance? {
    var around = around
    around.isEntered = true
    let firstRoute = routes.count
    guard let entrance = take(gate.base, around) else { return nil }
    var moved = gate
    moved.base = tracker(at: entrance)
    gates.append(Gate(tracker: moved, routes: firstRoute..<routes.count))
    return .gate(moved)
  }

  /// An adopter's tracker, whose name is its destination's if it has given one.
  private mutating func take(inside wrapper: any ForwardingTracker, _ around: Surroundings) -> Entrance? {
    var around = around
    around.isEntered = true
    if around.name == nil, wrapper.name != wrapper.base.name { around.name = wrapper.name }
    let firstRoute = routes.count
    guard let entrance = take(wrapper.base, around) else { return nil }
    return .forwarding(wrapper, then: tracker(at: entrance), routes: Array(firstRoute..<routes.count))
  }

  private func tracker(at entrance: Entrance) -> EntranceTracker {
    let name = routes.last.map { destinations[$0.destination].name } ?? ""
    return EntranceTracker(name: name, entrance: entrance, submit: submit, refuse: refuse)
  }

  /// The tracker is a destination.
  private mutating func end(_ tracker: any AnalyticsEventTracker, _ around: Surroundings) -> Entrance? {
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
    routes.append(Route(destination: index))
    if around.isEntered { return .route(routes.count - 1, destinations[index].rules) }
    openRoutes.append(routes.count - 1)
    return nil
  }
}
