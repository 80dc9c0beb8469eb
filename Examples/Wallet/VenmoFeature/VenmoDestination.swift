import Trackable
import WalletCore

/// Calls Venmo's SDK, which has a call of its own for payments that were made.
struct VenmoDestination: AnalyticsEventTracker {
  let client: VenmoClient

  func track(_ event: TrackedEvent) {
    client.logEvent(
      event.name, category: event.entity,
      attributes: event.properties.flattened.map { ($0.key.name, $0.value.description) })
    // The event of the call to `track`, without later renamings.
    if case .sent(let payment) = event.base as? PaymentEvent {
      client.logPurchase(cents: payment.amount, currency: payment.currency)
    }
  }

  func update(_ property: TrackedUserProperty) {
    // It has attributes that are set, and no others.
    if let value = property.value { client.setAttribute(property.name, value.description) }
  }

  func identify(_ user: TrackedUser) {
    client.login(user.id)
  }

  func reset() {
    client.logout()
  }
}
