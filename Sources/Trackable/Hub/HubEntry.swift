/// A delivery on its way to the destinations of a hub: made once, shared by all of them.
final class HubEntry: Sendable {
  let delivery: Delivery
  /// Whether it says who the user is. Such an entry is not to be lost among events.
  let isUserChange: Bool

  init(_ delivery: Delivery) {
    self.delivery = delivery
    isUserChange =
      switch delivery {
      case .identify, .reset: true
      case .track, .update, .report: false
      }
  }
}

/// The rules of one destination. Our own code and nothing of an adopter's, so it may run under the hub's lock.
struct HubRules {
  var events: EventTrackingRule?
  var properties: PropertyTrackingRule?

  func allows(_ delivery: Delivery) -> Bool {
    switch delivery {
    case .track(let event): events?.allows(event) ?? true
    case .update(let property): properties?.allows(property) ?? true
    case .identify, .reset, .report: true
    }
  }
}
