// swift-format-ignore-file
import VendorStandIns
import TrackableMigration

class MixpanelAdapter: AnalyticsAdapter {

    private let token: String

    init(token: String) {
        self.token = token
    }

    // This is called when we start tracking
    func configure() {
        _ = Mixpanel.sharedInstance(withToken: token)
    }

    // This is called when the adapter receives an event
    func track(event: TrackableEvent) {
        // Track event in Mixpanel
        Mixpanel.sharedInstance()?.track(event.identifier.stringValue, properties: event.metadata)
    }

    // This is called when the adapter receives a property
    func track(property: TrackableProperty) {
        // Track property in Mixpanel
        Mixpanel.sharedInstance()?.people.set(property.identifier, to: property.trackedValue)
    }
}
