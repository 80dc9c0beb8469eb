// swift-format-ignore-file
import Foundation
import TrackableMigration

/// The app, from its start to its end, which the README leaves out.
///
/// - Parameter log: Where the log goes.
public func playDetails(log: @escaping @Sendable (String) -> Void) async {
    GlobalTracker.loggingLevel = .info // default is .none
    GlobalTracker.log { message in
        log(message) // Log with your favourite logging system
    }
    AppOpen(timestamp: Date(timeIntervalSince1970: 0)).trigger()  // before everything is ready
    let hub = GlobalTracker.startTracking(adapters: [MixpanelAdapter(token: "abcd"), IntercomAdapter()])
    Events.User.LoggedIn().trigger()
    Events.User.ProfileUpdated(newName: "Alfred").trigger()
    Events.App.Open().trigger()
    Email(value: "test@test.com").update()
    Property.Email(value: "john@apple.records").update()
    Property.PushNotificationToken(value: "c0ffee").update()
    Property.Visits(value: 3).update()
    await hub.shutdown()
}
