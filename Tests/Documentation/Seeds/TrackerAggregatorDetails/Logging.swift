// swift-format-ignore-file
// The blocks of "Logging", in Tracker-Aggregator's README.

import VendorStandIns
import TrackableMigration

// Left out
extension Events {
    struct EventDetail {
        static let name = "Event Detail"

        struct Viewed: TrackableEvent {
            let identifier = EventIdentifier(object: name, action: "Viewed")
            var metadata: [String: Any] {
                return ["event_id": 21421, "state": "rendering"]
            }
        }
    }
}

/// Tracks the README's event at both levels, which it leaves out.
public func playLogging() async {
    GlobalTracker.loggingLevel = .info // default is .none
    GlobalTracker.log { message in
        SwiftyBeaver.log.info(message) // Log with your favourite logging system
    }
    let hub = GlobalTracker.startTracking(adapters: [MixpanelAdapter(token: "abcd")])
    Events.EventDetail.Viewed().trigger()
    await hub.flush()
    GlobalTracker.loggingLevel = .verbose
    Events.EventDetail.Viewed().trigger()
    await hub.shutdown()
}
