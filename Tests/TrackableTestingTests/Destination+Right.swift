import Trackable
import TrackableTesting

extension Destination {
  /// Beside those that `TrackerConformanceTests` build upon, which send at a flush or at once, and a hub, which sends on
  /// tasks of its own: `HubLifecycleTests`.
  static let right: [Destination] = [
    Destination("sends a nested dictionary") {
      $0.properties { TrackedProperties(dictionary: $0.nestedDictionary) }
      $0.users { ($0, TrackedProperties(dictionary: $1.nestedDictionary)) }
    },
    Destination("sends a flat dictionary", expecting: { $0.with($0.properties.flattened) }) {
      $0.properties { TrackedProperties(dictionary: $0.dictionary) }
    },
    Destination("sorts keys") { $0.properties { TrackedProperties($0.sorted { $0.key.name < $1.key.name }) } },
    Destination("knows neither times nor traits") {
      $0.events { .event(name: $0.name, properties: $0.properties) }
      $0.users { id, _ in (id, nil) }
    },
    Destination("knows no user properties") { $0.onUpdate = { _ in } },
    Destination("knows no groups") {
      let right = $0.onUpdate
      $0.onUpdate = { if case .group = $0.operation { return } else { right($0) } }
    },
    Destination("knows no users, but their properties") { ($0.onIdentify, $0.onReset) = ({ _ in }, {}) },
    Destination("sends user properties and traits as text, as Firebase takes them") {
      $0.userProperties { ($0, $1 == .null ? .null : .string("\($1)")) }
      $0.users { ($0, $1.changing { .string("\($0)") }) }
    },
  ]
}
