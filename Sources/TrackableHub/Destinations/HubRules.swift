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
