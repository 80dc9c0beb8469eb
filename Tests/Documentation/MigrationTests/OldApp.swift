import TrackableMigration

/// What a service was sent.
struct Sent: Sendable, Equatable {
  let service: String
  let name: String
  var code: String?
  let properties: [String: String]
}

/// An app from the time when events had no type of their own and PayPal had protocols of its own, as it was written
/// then. Nothing in it is adapted.
///
/// Only the enum around it is new: it is deprecated, and so the compiler is silent about the code inside, also where it
/// treats warnings as errors. `Tests/Rejections/OldNamesAreDeprecated.swift` has code of the same kinds without such an
/// enum, and there the compiler is held to the warnings that an app gets.
@available(*, deprecated)
enum OldApp {
  // MARK: Events for Venmo

  struct PaymentSent: AnalyticsEvent {
    let name = "payment_sent"
    let entity = "payment"
    let amount: Int
    let note: String?

    var properties: [AnalyticsEventProperty] {
      [
        AnalyticsEventProperty(key: "amount", value: amount),
        AnalyticsEventProperty(key: "note", value: note),
        AnalyticsEventProperty(key: "is_gift", value: false),
      ]
    }
  }

  struct AppOpened: AnalyticsEvent {
    let name: String
    let entity: String
    let properties: [AnalyticsEventProperty]

    init(source: String) {
      name = "app_opened"
      entity = "app"
      properties = [AnalyticsEventProperty(key: "source", value: source)]
    }
  }

  // MARK: Events for PayPal

  struct CheckoutStarted: PayPalAnalyticsEvent {
    let name = "checkout_started"
    let entity = "checkout"
    let eventType: PayPalAnalyticsEventType = .click
    let cart: Int

    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "cart", value: cart)] }
  }

  struct BannerSeen: PayPalAnalyticsEvent {
    var name: String { "banner_seen" }
    var entity: String { "banner" }
    var eventType: PayPalAnalyticsEventType { .impression }
    var properties: [AnalyticsEventProperty] { [] }
  }

  // MARK: Trackers

  struct PayPalTracker: PayPalAnalyticsEventTracker {
    let send: @Sendable (Sent) -> Void

    func track(_ event: some PayPalAnalyticsEvent) {
      var properties: [String: String] = [:]
      for property in event.properties { properties[property.key.name] = "\(property.value)" }
      send(Sent(service: "PayPal", name: event.name, code: event.eventType.rawValue, properties: properties))
    }
  }

  struct VenmoTracker: AnalyticsEventTracker {
    let send: @Sendable (Sent) -> Void

    func track(_ event: some AnalyticsEvent) {
      var properties: [String: String] = [:]
      for property in event.properties { properties[property.key.name] = "\(property.value)" }
      send(Sent(service: "Venmo", name: event.name, properties: properties))
    }
  }

  // MARK: Feature code

  static let checkout: [any AnalyticsEvent] = [
    AppOpened(source: "push"), CheckoutStarted(cart: 3), PaymentSent(amount: 20, note: nil),
  ]

  static func checkOut(with tracker: any AnalyticsEventTracker) {
    tracker.track(AppOpened(source: "push"))
    tracker.track(CheckoutStarted(cart: 3))
    tracker.track(PaymentSent(amount: 20, note: nil))
  }
}
