/// One key and what is said of it: `Keys.albumName ~>> "Imagine"`.
///
/// ```swift
/// let property = Keys.year ~>> 1971
/// property.key.name   // "MyApp.Keys.year"
/// property.value      // .int(1971)
/// ```
///
/// A property made from `nil` *says nothing*: it takes part in no collection, so a lower rank shows through.
public struct TrackedProperty: Sendable {
  // Initializers are inlined: with them `~>>`. See there.
  // Key before value before flags: 8 + 17 + 1 + 1 bytes, a stride of 32 rather than 40.
  /// The key.
  public let key: PropertyKey
  /// What is said. `.null` where the property ``saysNothing``.
  public let value: TrackedValue
  /// What could not be said as it was given. Reported by the call that tracks the property.
  @usableFromInline private(set) var flaws: TrackedValueFlaws
  /// Whether the property was made from `nil` and is left out of every collection.
  public let saysNothing: Bool

  /// A property from a key and anything that converts to a value. The operator `~>>` is the usual spelling.
  @inlinable public init(_ key: some Key, _ value: some TrackedValueConvertible) {
    self.init(key: key.propertyKey, saying: value.trackedValue, flaws: value.trackedValueFlaws)
  }

  /// A property that says `value`, or nothing.
  @inlinable
  init(key: PropertyKey, saying value: TrackedValue?, flaws: TrackedValueFlaws = []) {
    if let value {
      if value.isEvidentlyDeliverable {
        self.init(key: key, mended: value, flaws: flaws)
      } else {
        self.init(key: key, mending: value, flaws: flaws)
      }
    } else {
      self.init(key: key, mended: .null, flaws: [], saysNothing: true)
    }
  }

  // Known to the inlined initializer above it, for values that need a closer look.
  @usableFromInline
  init(key: PropertyKey, mending value: TrackedValue, flaws: TrackedValueFlaws) {
    let mended = value.mended()
    self.init(key: key, mended: mended.value, flaws: flaws.union(mended.flaws))
  }

  /// A property that says `value`, of which it is known that ``TrackedValue/mended()`` has nothing to change in it.
  @inlinable
  init(key: PropertyKey, mended value: TrackedValue, flaws: TrackedValueFlaws, saysNothing: Bool = false) {
    self.key = key
    self.value = value
    self.flaws = flaws
    self.saysNothing = saysNothing
  }

  /// The same property with one more flaw.
  func flawed(_ flaw: TrackedValueFlaws) -> TrackedProperty {
    var copy = self
    copy.flaws.formUnion(flaw)
    return copy
  }

  /// The property after its flaws were reported.
  var cleared: TrackedProperty {
    var copy = self
    copy.flaws = []
    return copy
  }

  /// The same value under another key.
  func renamed(_ key: PropertyKey) -> TrackedProperty {
    TrackedProperty(key: key, saying: saysNothing ? nil : value, flaws: flaws)
  }
}

extension TrackedProperty: Hashable {
  /// Equality of key and value. What a value looked like before it was mended does not count.
  public static func == (left: TrackedProperty, right: TrackedProperty) -> Bool {
    left.key == right.key && left.saysNothing == right.saysNothing && left.value == right.value
  }

  /// Feeds key and value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(saysNothing)
    hasher.combine(value)
  }
}

extension TrackedProperty: CustomStringConvertible {
  /// `name: value`.
  public var description: String { "\(key): \(saysNothing ? "(says nothing)" : value.description)" }
}
