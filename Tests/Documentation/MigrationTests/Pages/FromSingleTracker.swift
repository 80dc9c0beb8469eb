import Trackable

// The design's published example after the migration: all words are new.

/// What a service was sent.
struct Sent: Sendable, Equatable {
  let service: String
  let name: String
  var code: String?
  let properties: [String: String]
}

enum SingleTrackerMigrated {
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

  protocol PayPalEvent: AnalyticsEvent {}

  struct CheckoutStarted: PayPalEvent {
    let name = "checkout_started"
    let entity = "checkout"
    let eventType = AnalyticsEventType.click
    let cart: Int

    var properties: TrackedProperties { ["cart" ~>> cart] }
  }

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
