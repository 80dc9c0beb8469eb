// swift-format-ignore-file
// The blocks of Tracker-Aggregator's README, from its "More Details" on.

import Foundation
import TrackableMigration

struct AppOpen: TrackableEvent {
    let timestamp: Date

    let identifier: EventIdentifier = EventIdentifier(object: "App", action: "Open")
    var metadata: [String : Any] {
        return ["timestamp": dateFormatter.string(from: timestamp)]
    }
}

// Left out
private var dateFormatter: DateFormatter {
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy"
    formatter.timeZone = TimeZone(identifier: "UTC")
    return formatter
}

// As it stands there, `let identifier: EventIdentifier(object: …)` is no Swift.
struct Events {
    struct User {
        static let name = "User"

        struct LoggedIn: TrackableEvent {
            let identifier = EventIdentifier(object: name, action: "Logged In")
        }

        struct LoggedOut: TrackableEvent {
            let identifier = EventIdentifier(object: name, action: "Logged Out")
        }

        struct ProfileUpdated: TrackableEvent {
            let newName: String
            let identifier = EventIdentifier(object: name, action: "Profile Updated")
            var metadata: [String: Any] {
                return ["new_name": newName]
            }
        }

        // Left out
        struct LogIn: TrackableEvent {
            let identifier = EventIdentifier(object: name, action: "Log In")
        }
    }

    // Left out
    struct App {
        struct Open: TrackableEvent {
            let identifier = EventIdentifier(object: "App", action: "Open")
        }
    }
}

struct EmailChanged: TrackableEvent {
    let newEmail: String

    let identifier: EventIdentifier = EventIdentifier(object: "User", action: "Changed", label: "Email")
    var metadata: [String : Any] {
        return ["new_email": newEmail]
    }
}

struct Email: TrackableProperty {
    let identifier: String = "email"                          // Name of the property
    let value: String                                         // Our value, whatever type we need. Enums are handy.

    var trackedValue: TrackableValueType { return value }     // How to convert our value to TrackableValueType
                                                              // String and Int are trackable by default
    func generateUpdateEvents() -> [TrackableEvent] {
        let emailChanged = EmailChanged(newEmail: value)
        return [emailChanged]
    }
}

// The README's first `Email`, without events, and what "Exceptions" leaves out.
enum Property {
    struct Email: TrackableProperty {
        let identifier: String = "email"                          // Name of the property
        let value: String                                         // Our value, whatever type we need. Enums are handy.

        var trackedValue: TrackableValueType? { return value }     // How to convert our value to TrackableValueType
                                                                 // String and Int are trackable by default
    }

    struct PushNotificationToken: TrackableProperty {
        let identifier = "push_token"
        let value: String
        var trackedValue: TrackableValueType? { return value }
    }

    struct Visits: TrackableProperty {
        let identifier = "visits"
        let value: Int
        var trackedValue: TrackableValueType? { return value }
    }
}
