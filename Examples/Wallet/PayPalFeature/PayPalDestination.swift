import Trackable

/// Calls PayPal's SDK, and does nothing else: `PayPalAnalytics` decides on names and on events to hold back.
struct PayPalDestination: AnalyticsEventTracker {
  let client: PayPalClient

  func track(_ event: TrackedEvent) {
    client.log(name: event.name, type: event.eventType.rawValue, params: event.properties.dictionary)
  }

  func update(_ property: TrackedUserProperty) {
    // PayPal has no word for properties that are set once or counted.
    if let value = property.value { client.setTrait(property.name, value.plain) }
  }

  func identify(_ user: TrackedUser) {
    client.setPayer(user.id)
  }

  func reset() {
    client.setPayer(nil)
  }
}
