/// A key and its value: `Keys.albumName ~>> "Imagine"`.
///
/// ```swift
/// let property = Keys.year ~>> 1971
/// property.key.name   // "MyApp.Keys.year"
/// property.value      // .int(1971)
/// ```
///
/// A property made from `nil` is *omitted*: every collection leaves it out, so a lower rank shows through.
public struct TrackedProperty: Sendable {
  // The initializers are inlined for the sake of `~>>`; see there.
  // The order of the fields matters: 8 + 17 + 1 + 1 bytes make a stride of 32 rather than 40.
  /// The key.
  public let key: PropertyKey
  /// The value. `.null` if the property was made from `nil`.
  public let value: TrackedValue
  /// What is wrong with the property. Reported by the call that tracks it.
  @usableFromInline let flaws: TrackedValueFlaws
  @usableFromInline let kind: Kind

  /// How a collection takes the property.
  @usableFromInline
  enum Kind: Sendable {
    case ordinary
    /// It was made from `nil`, and so is left out of every collection.
    case omitted
    /// It has flaws, its key has traits, or something in its value is sensitive.
    case special
  }

  /// Whether the property was made from `nil`, and so is left out of every collection.
  @inlinable var isOmitted: Bool { kind == .omitted }

  /// A property with a value, or an omitted one.
  init(key: PropertyKey, given value: TrackedValue?, flaws: TrackedValueFlaws = []) {
    self.init(key: key, given: value, flaws: flaws, isSpecial: key.hasTraits)
  }

  /// A property with a value, or an omitted one, for which it is known whether its key has traits.
  @inlinable
  init(key: PropertyKey, given value: TrackedValue?, flaws: TrackedValueFlaws = [], isSpecial: Bool) {
    if let value {
      if value.isEvidentlyDeliverable {
        self.init(key: key, mended: value, flaws: flaws, kind: isSpecial || flaws != [] ? .special : .ordinary)
      } else {
        self.init(key: key, mending: value, flaws: flaws)
      }
    } else {
      self.init(key: key, mended: .null, flaws: [], kind: .omitted)
    }
  }

  // Called from the inlined initializer above, for values that need a closer look.
  @usableFromInline
  init(key: PropertyKey, mending value: TrackedValue, flaws: TrackedValueFlaws) {
    let mended = value.mended()
    self.init(key: key, mended: mended.value, flaws: flaws.union(mended.flaws))
  }

  /// A property with a value that is known not to need ``TrackedValue/mended()``.
  init(key: PropertyKey, mended value: TrackedValue, flaws: TrackedValueFlaws) {
    let isSpecial = key.hasTraits || flaws != [] || value.holdsSensitive
    self.init(key: key, mended: value, flaws: flaws, kind: isSpecial ? .special : .ordinary)
  }

  @inlinable
  init(key: PropertyKey, mended value: TrackedValue, flaws: TrackedValueFlaws, kind: Kind) {
    self.key = key
    self.value = value
    self.flaws = flaws
    self.kind = kind
  }

  /// The same property with one more flaw.
  func flawed(_ flaw: TrackedValueFlaws) -> TrackedProperty {
    TrackedProperty(key: key, mended: value, flaws: flaws.union(flaw))
  }

  /// The same property without flaws, for after these were reported.
  var cleared: TrackedProperty {
    flaws == [] ? self : TrackedProperty(key: key, mended: value, flaws: [])
  }
}

extension TrackedProperty: Hashable {
  /// Equality of key and value. Flaws do not count.
  @inline(never)
  public static func == (left: TrackedProperty, right: TrackedProperty) -> Bool {
    left.key == right.key && left.isOmitted == right.isOmitted && left.value == right.value
  }

  /// Feeds key and value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(isOmitted)
    hasher.combine(value)
  }
}
