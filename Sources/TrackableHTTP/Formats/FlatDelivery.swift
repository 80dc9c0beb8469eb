import Trackable
import TrackableHub

/// A delivery with flattened properties, for formats of tables and logs, which have one row for each call.
@usableFromInline struct FlatDelivery {
  @usableFromInline let kind: String
  /// The name of the event or user property.
  @usableFromInline var name = ""
  @usableFromInline var entity = ""
  /// The kind of the event, or the operation on the user property; empty if the property is simply set.
  @usableFromInline var type = ""
  @usableFromInline var userID: String?
  @usableFromInline var properties: [TrackedProperty] = []

  /// The initializer returns `nil` for a purge, which only the store handles.
  ///
  /// - Parameter rest: The properties of an event; `nil` means all.
  @export(implementation) init?(_ envelope: Envelope, rest: [TrackedProperty]? = nil) {
    userID = envelope.userID
    var nested: TrackedProperties = []
    switch envelope.content {
    case .event(let event):
      kind = "event"
      (name, entity, type) = (event.name, event.entity, event.type.rawValue)
      properties = rest ?? event.properties.elements
      if !event.groups.isEmpty { nested = ["groups" ~>> event.groups] }
    case .identify(let user, let traits):
      kind = "identify"
      (userID, properties) = (user, traits.elements)
    case .userProperty(let name, let value, let operation):
      kind = "user_property"
      (self.name, type, properties) = (name, operation.word, [name ~>> value])
      // The names of the traits begin with `traits.`, because a type of groups may have the same name as a trait.
      if case .group(let traits) = operation { nested = ["traits" ~>> traits] }
    case .error(let message, let location):
      kind = "error"
      properties = ["message" ~>> message, "location" ~>> location]
    case .reset: kind = "reset"
    case .purge: return nil
    }
    // The properties of the call itself come first.
    if properties.contains(where: { if case .properties = $0.value { true } else { false } }) {
      properties = TrackedProperties(properties).flattened.elements
    }
    let names = nested.isEmpty ? [] : Set(properties.map(\.key))
    properties += nested.flattened.filter { !names.contains($0.key) }
  }
}

extension UserPropertyOperation {
  @export(implementation) var word: String {
    switch self {
    case .set: ""
    case .setOnce: "set_once"
    case .increment: "increment"
    case .unset: "unset"
    case .group: "group"
    }
  }
}
