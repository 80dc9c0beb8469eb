// swift-format-ignore-file
// The blocks of the PayPal and Venmo design as they stand there, in an app that keeps its own declarations beside the module.

import VendorStandIns
import TrackableMigration

protocol AnalyticsEventTracker {
func track(_ event: some AnalyticsEvent)
}

public protocol AnalyticsEvent {
var name: String { get }
var entity: String { get }
var properties: [AnalyticsEventProperty] { get }
}

public enum PayPalAnalyticsEventType: String {
case activity = "ac"
case click = "cl"
case impression = "im"
case redirect = "rd"
case userAction = "ua"
}

protocol PayPalAnalyticsEvent: AnalyticsEvent {
var eventType: PayPalAnalyticsEventType { get }
}

protocol PayPalAnalyticsEventTracker {
func track(_ event: some PayPalAnalyticsEvent)
}

// Left out
struct CheckoutStarted: PayPalAnalyticsEvent {
    let name = "checkout_started"
    let entity = "checkout"
    let eventType = PayPalAnalyticsEventType.click
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "cart", value: 3)] }
}

struct Venmo: AnalyticsEventTracker {
    func track(_ event: some AnalyticsEvent) {
        var properties: [String: Any] = [:]
        for property in event.properties { properties[property.key] = property.value }
        ServiceLog.write("Venmo \(event.entity) \(event.name)", properties)
    }
}

struct PayPal: PayPalAnalyticsEventTracker {
    func track(_ event: some PayPalAnalyticsEvent) {
        ServiceLog.write("PayPal \(event.eventType.rawValue) \(event.name)")
    }
}

/// Tracks one event with both trackers.
public func playPayPalDeclared() {
    PayPal().track(CheckoutStarted())
    Venmo().track(CheckoutStarted())
}
