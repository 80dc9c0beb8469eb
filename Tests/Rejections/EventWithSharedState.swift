import Trackable

// An event may be delivered on any thread, so it must not hold state that other code can still change.

// expected-note@+1 {{class 'Cart' does not conform to the 'Sendable' protocol}}
final class Cart {
  var total = 0
}

struct CheckedOut: AnalyticsEvent {
  // expected-error@+1 {{stored property 'cart' of 'Sendable'-conforming struct 'CheckedOut' has non-Sendable type 'Cart'}}
  let cart: Cart
}
