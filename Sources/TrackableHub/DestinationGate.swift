import Trackable

// A gate such as `requiringConsent` decides at the time of a call. A destination gets the call later, in the background,
// when the user may have decided otherwise. So a hub moves gates from its destinations to its own entrance.

/// The entrance of one destination of a hub: what a gate in front of it leads to.
struct DestinationEntrance: AnalyticsEventTracker {
  let core: HubCore
  let index: Int
  let name: String

  func track(_ event: TrackedEvent) { submit(.track(event)) }
  func update(_ property: TrackedUserProperty) { submit(.update(property)) }
  func identify(_ userID: String, traits: TrackedProperties) { submit(.identify(userID, traits: traits)) }
  func reset() { submit(.reset) }
  func report(_ error: any Error, at location: SourceLocation) { submit(.report(error, location)) }
  func purge() { submit(.purge) }

  private func submit(_ delivery: Delivery) { core.submit(HubEntry(delivery, for: index)) }
}

/// A destination, and the gates that are around it, the outermost first.
struct GatedDestination {
  let adapter: any AnalyticsAdapter
  let gates: [any GatingTracker]

  /// The gates, around the entrance of the destination.
  func entrance(_ core: HubCore, _ index: Int) -> any AnalyticsEventTracker {
    let entrance: any AnalyticsEventTracker = DestinationEntrance(core: core, index: index, name: adapter.name)
    return gates.reversed().reduce(entrance) { $1.moved(around: $0) }
  }
}

extension AnalyticsEventTracker {
  /// Whether there is a gate anywhere inside.
  private var hasGate: Bool {
    if self is any GatingTracker { return true }
    if let several = self as? any DivisibleTracker { return several.parts.contains { $0.hasGate } }
    if let combinator = self as? any ForwardingTracker { return combinator.base.hasGate }
    return false
  }

  /// This tracker as destinations of a hub. It is taken apart only as far as needed to find the gates in it.
  var gatedDestinations: [GatedDestination] {
    if let several = self as? any DivisibleTracker, hasGate { return several.parts.flatMap { $0.gatedDestinations } }
    if let combinator = self as? any ForwardingTracker, hasGate { return combinator.gatedInside }
    return [GatedDestination(adapter: asAdapter ?? TrackerAdapter(base: self, name: name), gates: [])]
  }
}

extension ForwardingTracker {
  fileprivate var gatedInside: [GatedDestination] {
    let gate = (self as? any GatingTracker).map { [$0] } ?? []
    return base.gatedDestinations.map { destination in
      GatedDestination(
        adapter: CombinatorAdapter(self, around: destination.adapter), gates: gate + destination.gates)
    }
  }
}
