import Trackable

// The right column of MigratingFromASingleEventTracker.md, word for word, and the app around it.

/// What a service was sent.
struct Sent: Sendable, Equatable {
  let service: String
  let name: String
  var code: String?
  let properties: [String: String]
}

enum SingleTrackerMigrated {
  // snippet: event
  enum Keys: String, Key { case amount, note, isGift = "is_gift" }

  struct PaymentSent: AnalyticsEvent {
    let name = "payment_sent"
    let entity = "payment"
    let amount: Int
    let note: String?

    var properties: TrackedProperties {
      [
        Keys.amount ~>> amount,
        Keys.note ~>> note,
        Keys.isGift ~>> false,
      ]
    }
  }

  // snippet: event for one service
  protocol PayPalEvent: AnalyticsEvent {}

  struct CheckoutStarted: PayPalEvent {
    let name = "checkout_started"
    let entity = "checkout"
    let eventType = AnalyticsEventType.click
    let cart: Int

    var properties: TrackedProperties { ["cart" ~>> cart] }
  }

  // snippet: tracker
  struct PayPalTracker: AnalyticsEventTracker {
    let send: @Sendable (Sent) -> Void

    func track(_ event: TrackedEvent) {
      var properties: [String: String] = [:]
      for property in event.properties { properties[property.key.name] = "\(property.value)" }
      send(Sent(service: "PayPal", name: event.name, code: event.eventType.rawValue, properties: properties))
    }
  }

  struct AppOpened: AnalyticsEvent {
    let name = "app_opened"
    let entity = "app"
    let source: String

    var properties: TrackedProperties { ["source" ~>> source] }
  }

  static func combined(payPalTracker: some AnalyticsEventTracker, venmoTracker: some AnalyticsEventTracker)
    -> any AnalyticsEventTracker
  {
    // snippet: combined
    let combinedTracker = payPalTracker.filter { $0.base is any PayPalEvent }
      .combined(with: venmoTracker)
      .renaming(keys: .keepingLast(1))
    return combinedTracker
  }

  static func checkOut(with tracker: any AnalyticsEventTracker) {
    tracker.track(AppOpened(source: "push"))
    tracker.track(CheckoutStarted(cart: 3))
    tracker.track(PaymentSent(amount: 20, note: nil))
  }
}
