/// A delivery on its way to the destinations of a hub: made once, shared by all of them.
final class HubEntry: Sendable {
  /// What rules ask for.
  enum Subject {
    case event(ObjectIdentifier)
    case property(ObjectIdentifier)
    /// Who the user is. It is not to be lost among events, and no rule keeps it away.
    case user
    case error
  }

  let delivery: Delivery
  let subject: Subject

  init(_ delivery: Delivery) {
    self.delivery = delivery
    subject =
      switch delivery {
      case .track(let event): .event(ObjectIdentifier(type(of: event.base)))
      case .update(let property): .property(ObjectIdentifier(type(of: property.base)))
      case .identify, .reset: .user
      case .report: .error
      }
  }

  /// The same for an event, without looking into a copy of it.
  init(_ event: TrackedEvent) {
    subject = .event(ObjectIdentifier(type(of: event.base)))
    delivery = .track(event)
  }

  var isUserChange: Bool {
    if case .user = subject { true } else { false }
  }
}

/// The rules of one destination. Our own code and nothing of an adopter's, so it may run under the hub's lock.
struct HubRules {
  var events: EventTrackingRule?
  var properties: PropertyTrackingRule?

  func allows(_ subject: HubEntry.Subject) -> Bool {
    switch subject {
    case .event(let type): events?.types.allows(type) ?? true
    case .property(let type): properties?.types.allows(type) ?? true
    case .user, .error: true
    }
  }
}
