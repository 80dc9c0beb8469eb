/// What the type of a key says about its keys.
public struct _KeyTraits: Sendable, Equatable {
  /// The key that tells apart what the entity describes. Found by its name: to ask an entity's key for its own
  /// identifying key, which is often that same key, would never end.
  let identifyingKey: PropertyKey?

  /// Whether there is nothing special about the keys.
  var isEmpty: Bool { identifyingKey == nil }

  init(identifyingKey name: String? = nil) {
    identifyingKey = name.map { PropertyKey(dynamicName: $0) }
  }
}
