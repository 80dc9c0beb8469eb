// swift-format-ignore-file
import VendorStandIns
import TrackableMigration

struct FirebaseTracker: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
        Analytics.logEvent(event.name, parameters: event.properties.dictionary)
    }
}

/// Tracks one event in its context, at a tracker that spells it as the mapper does.
public func playWithContext() {
    TrackingContext().appending(["screen" ~>> "contacts"]).delivering(to: FirebaseTracker().mapping(AnalyticsEventMapper()))
        .track(AnalyticsEvent.contactSelected(index: 2))
}
