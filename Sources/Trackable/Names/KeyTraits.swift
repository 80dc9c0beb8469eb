/// What the type of a key says about its keys.
public struct _KeyTraits: Sendable, Equatable {
  /// The key that tells apart what the entity describes. Found by its name: to ask an entity's key for its own
  /// identifying key, which is often that same key, would never end.
  let identifyingKey: PropertyKey?

  /// Whether what has the key is shown to nobody who does not ask for it.
  let isSensitive: Bool

  /// Whether there is nothing special about the keys.
  var isEmpty: Bool { identifyingKey == nil && !isSensitive }

  init(identifyingKey: PropertyKey? = nil, isSensitive: Bool = false) {
    self.identifyingKey = identifyingKey
    self.isSensitive = isSensitive
  }
}
