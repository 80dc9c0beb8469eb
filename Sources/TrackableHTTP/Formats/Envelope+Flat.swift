import Trackable
import TrackableHub

// For tables and logs, which keep each delivery as it was.

extension Envelope.Event {
  /// The properties without nested ones, and the user's groups: `groups.company`.
  var flatProperties: TrackedProperties {
    if groups.isEmpty || properties["groups"] != nil { return properties.flattened }
    return (properties + ["groups" ~>> groups]).flattened
  }
}

extension UserPropertyOperation {
  /// Empty if the property is simply set.
  var name: String {
    switch self {
    case .set: ""
    case .setOnce: "set_once"
    case .increment: "increment"
    case .unset: "unset"
    case .group: "group"
    }
  }

  /// The user property and the traits of a group, without nested ones.
  func flatProperties(_ name: String, _ value: TrackedValue) -> TrackedProperties {
    guard case .group(let traits) = self else { return ([name ~>> value] as TrackedProperties).flattened }
    return ([name ~>> value, "traits" ~>> traits] as TrackedProperties).flattened
  }
}
