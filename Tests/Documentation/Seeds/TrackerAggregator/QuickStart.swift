// swift-format-ignore-file
// The blocks of Tracker-Aggregator's README, up to its "More Details".

import Foundation
import TrackableMigration

// MyEvents.swift
struct Events {
    struct App {
        static let name = "App"

        struct Opened: TrackableEvent {
            let appName: String

            let identifier = EventIdentifier(object: name, action: "Opened")

            var metadata: [String: Any] {
                return [
                    "name": appName
                ]
            }
        }
    }
}
