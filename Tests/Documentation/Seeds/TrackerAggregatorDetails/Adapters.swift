// swift-format-ignore-file
import Foundation
import VendorStandIns
import TrackableMigration

class MixpanelAdapter: AnalyticsAdapter {

    // Set event tracking rule to prohibit AppOpen event from being tracked
    // That means function track(event:) for this tracker wont be called for AppOpen event
    let eventTrackingRule: EventTrackingRule? = EventTrackingRule(.prohibit, types: [AppOpen.self])

    private let token: String

    // Optional name for nice logs. By default the class name is used (e.g. `MixpanelAdapter`)
    var name: String { "Mixpanel" }

    init(token: String) {
        self.token = token
    }

    // This method is when the tracking is about to start
    func configure() {
        _ = Mixpanel.sharedInstance(withToken: token)
    }

    // This is called when the adapter receives an event to track
    func track(event: TrackableEvent) {
        // Track event in Mixpanel
        Mixpanel.sharedInstance()?.track(event.identifier.stringValue, properties: event.metadata)
    }

    // This is called when the adapter receives a property to track
    func track(property: TrackableProperty) {
        // Track property in Mixpanel
        Mixpanel.sharedInstance()?.people.set(property.identifier, to: property.trackedValue)
    }
}

class IntercomAdapter: AnalyticsAdapter {
    var name: String { "Intercom" }

    let eventTrackingRule: EventTrackingRule? = EventTrackingRule(.allow, types:
        [
            Events.App.Open.self,
            Events.User.LogIn.self
        ]
    )

    func configure() {}

    func track(event: TrackableEvent) {
        Intercom.logEvent(withName: event.identifier.stringValue, metaData: event.metadata)
    }

    func track(property: TrackableProperty) {

        switch property {
        case is Property.Email:
            let attrs = ICMUserAttributes()
            attrs.email = property.trackedValue?.stringValue
            Intercom.updateUser(attrs)
        case let property as Property.PushNotificationToken:
            Intercom.setDeviceToken(property.value)
        default:
            let attrs = ICMUserAttributes()
            attrs.customAttributes = [property.identifier: property.trackedValue ?? ""]
            Intercom.updateUser(attrs)
        }
    }
}
