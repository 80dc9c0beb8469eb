import Trackable

// A hub is given trackers, and finds the destinations in them. What stands around a destination is the hub's to run:
//
//     mixpanel.renaming(.snakeCase).filter { isSampled($0) }.requiringConsent(.analytics, from: consent)
//     destination  later             at the call             at the call
//
// A consent gate and a closure may look at anything, so they are asked when the call is made. What depends on the
// delivery only is done in the background, unless it stands outside a closure, which sees what it has made of the
// delivery. Outside a gate, it is done after the gate: a log says what is sent.

/// One way from the hub to a destination.
struct Route: Sendable {
  /// The index of the destination.
  let destination: Int
  /// The combinators that are run in the background, the outermost first.
  let stages: [any ForwardingTracker]

  /// What the destination gets in place of a delivery; `nil` means nothing.
  func passing(_ delivery: Delivery) -> Delivery? {
    var delivery = delivery
    for stage in stages {
      guard let passed = stage.passing(delivery) else { return nil }
      delivery = passed
    }
    return delivery
  }
}
