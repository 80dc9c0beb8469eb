// swift-format-ignore-file
// The blocks of the PayPal and Venmo design. The module has the protocols and the enum of event types that the document declares;
// what is left is an app that uses them.

import VendorStandIns
import TrackableMigration

struct PaymentSent: AnalyticsEvent {
    let name = "payment_sent"
    let entity = "payment"
    let amount: Int
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "amount", value: amount)] }
}

struct CardShown: AnalyticsEvent {
    var name: String { "card_shown" }
    var category: String { "card" }
    var eventType: AnalyticsEventType { .impression }
    var properties: [AnalyticsEventProperty] { [] }
}

struct CheckoutStarted: PayPalAnalyticsEvent {
    let name = "checkout_started"
    let entity = "checkout"
    let eventType = PayPalAnalyticsEventType.click
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "cart", value: 3)] }
}

struct Venmo: AnalyticsEventTracker {
    func track(_ event: some AnalyticsEvent) {
        var properties: [String: Any] = [:]
        for property in event.properties { properties[property.key.name] = property.value }
        ServiceLog.write("Venmo \(event.entity) \(event.category) \(event.name)", properties)
    }
}

struct PayPal: PayPalAnalyticsEventTracker {
    func track(_ event: some PayPalAnalyticsEvent) {
        ServiceLog.write("PayPal \(event.eventType.rawValue) \(event.name)")
    }
}

extension AnalyticsEvent {
    var eventType: AnalyticsEventType {
        .userAction // Or something better?
    }
}

/// Tracks one event of each kind.
public func playPayPal() {
    let payPalTracker: PayPalAnalyticsEventTracker = PayPal()
    let venmoTracker: AnalyticsEventTracker = Venmo()
    let combinedTracker = payPalTracker.combined(with: venmoTracker)
    combinedTracker.track(PaymentSent(amount: 20))
    combinedTracker.track(CheckoutStarted())
    combinedTracker.track(CardShown())
}
