import Trackable

/// The destinations in the trackers that a hub is given, and what stands around them.
struct FoundDestinations {
  /// The combinators around a tracker.
  private struct Surroundings {
    /// The outermost first.
    var settings: [HubDestination.Settings] = []
    /// The name that a combinator has given it.
    var name: String?
  }

  private(set) var destinations: [HubDestination] = []
  /// The destination at the end of each way into the composition, in order.
  private(set) var ways: [Int] = []
  private var known: [ObjectIdentifier: Int] = [:]
  private var settingsCount = 0

  init(in tracker: any AnalyticsEventTracker) { find(in: tracker, Surroundings()) }

  private mutating func find(in tracker: any AnalyticsEventTracker, _ outside: Surroundings) {
    var around = outside
    var inner = tracker
    while let wrapper = inner as? any ForwardingTracker {
      if let settings = wrapper as? ConfiguredTracker {
        around.settings.append(HubDestination.Settings(number: settingsCount, settings: settings))
        settingsCount += 1
      }
      if let combinator = wrapper as? TransformingTracker {
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
    // One instance is one destination, also at the end of several ways: the hub never calls it from two sides at once.
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
  }
}
