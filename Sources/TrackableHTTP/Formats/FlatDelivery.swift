import Trackable
import TrackableHub

/// A delivery for tables and logs, which keep each call: its properties are not nested.
struct FlatDelivery {
  let kind: String
  /// The name of the event or user property.
  var name = ""
  var entity = ""
  /// The kind of the event, or the operation on the user property; empty if the property is simply set.
  var type = ""
  var userID: String?
  var properties: TrackedProperties = []

  /// The initializer returns `nil` for a purge, which only the store handles.
  ///
  /// - Parameter rest: The properties of an event; `nil` means all.
  init?(_ envelope: Envelope, rest: [TrackedProperty]? = nil) {
    userID = envelope.userID
    switch envelope.content {
    case .event(let event):
      kind = "event"
      (name, entity, type) = (event.name, event.entity, event.type.rawValue)
      // Properties of the event come first.
      let groups: TrackedProperties = event.groups.isEmpty ? [] : ["groups" ~>> event.groups]
      properties = (rest.map { TrackedProperties($0) } ?? event.properties).flattened
      properties += TrackedProperties(groups.flattened.filter { properties[$0.key] == nil })
    case .identify(let user, let traits):
      kind = "identify"
      (userID, properties) = (user, traits)
    case .userProperty(let name, let value, let operation):
      kind = "user_property"
      (self.name, type, properties) = (name, operation.word, [name ~>> value])
      if case .group(let traits) = operation {
        // A type of groups may have the same name.
        let nested: TrackedProperties = ["traits" ~>> traits]
        properties += nested.flattened
      }
    case .error(let message, let location):
      kind = "error"
      properties = ["message" ~>> message, "location" ~>> location]
    case .reset: kind = "reset"
    case .purge: return nil
    }
    properties = properties.flattened
  }
}

extension UserPropertyOperation {
  fileprivate var word: String {
    switch self {
    case .set: ""
    case .setOnce: "set_once"
    case .increment: "increment"
    case .unset: "unset"
    case .group: "group"
    }
  }
}
