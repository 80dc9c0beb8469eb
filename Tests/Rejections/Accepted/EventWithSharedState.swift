import Trackable

final class Cart: Sendable {
  let total = 0
}

struct CheckedOut: AnalyticsEvent {
  let cart: Cart
}
