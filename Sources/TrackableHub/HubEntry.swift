import Trackable

/// A delivery on its way to the destinations of a hub: made once, shared by all of them.
final class HubEntry: Sendable {
  /// What the rules look at.
  enum Subject {
    case event(ObjectIdentifier)
    case property(ObjectIdentifier)
    /// Who the user is. This must not get lost among events, and no rule keeps it out.
    case user
    case error
  }

  let delivery: Delivery
  let subject: Subject
  // Stored, because looking at the delivery would copy it. Benchmarks: hub.
  let isPurge: Bool
  /// Whether it tells who the user is.
  let tellsUser: Bool
  /// The only destination that gets it; `nil` for all that no gate keeps.
  let destination: Int?

  init(_ delivery: Delivery, for destination: Int? = nil) {
    self.delivery = delivery
    self.destination = destination
    (isPurge, tellsUser) =
      switch delivery {
      case .identify, .reset: (false, true)
      case .purge: (true, false)
      case .track, .update, .report: (false, false)
      }
    subject =
      switch delivery {
      case .track(let event): .event(ObjectIdentifier(type(of: event.base)))
      case .update(let property): .property(ObjectIdentifier(type(of: property.base)))
      case .identify, .reset, .purge: .user
      case .report: .error
      }
  }

  /// The same for an event, without unpacking a copy of it.
  init(_ event: TrackedEvent) {
    subject = .event(ObjectIdentifier(type(of: event.base)))
    delivery = .track(event)
    destination = nil
    (isPurge, tellsUser) = (false, false)
  }

  var isUserChange: Bool {
    if case .user = subject { true } else { false }
  }
}

/// The rules of one destination. They run none of an adopter's code, so they may be evaluated under the hub's lock.
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
