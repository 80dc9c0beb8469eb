/// A key and its value: `Keys.albumName ~>> "Imagine"`.
///
/// ```swift
/// let property = Keys.year ~>> 1971
/// property.key.name   // "MyApp.Keys.year"
/// property.value      // .int(1971)
/// ```
///
/// A property made from `nil` is *omitted*: every collection leaves it out, so a value of a lower rank counts.
public struct TrackedProperty: Sendable {
  // The initializers are inlined for the operator `~>>`, which has the reason. The order of the fields matters: 8 + 17
  // + 1 + 1 bytes make a stride of 32 rather than 40.
  /// The key.
  public let key: PropertyKey
  /// The value. `.null` if the property was made from `nil`.
  public let value: TrackedValue
  /// The flaws of the property. The call that tracks the property reports them.
  @usableFromInline let flaws: TrackedValueFlaws
  @usableFromInline var kind: Kind

  // One field: with another field, the compiler allocates the array of each literal. The benchmarks of JSON lines show
  // the difference.
  /// The kind of the property for collections. A property is special if it has flaws, its key has traits, or a part of
  /// its value is sensitive. A special property is open if its source has `nil` as the ID of the property's entity.
  @usableFromInline enum Kind: Sendable { case ordinary, omitted, special, open }

  /// Whether it was made from `nil`; then no collection takes it.
  var isOmitted: Bool { kind == .omitted }

  /// Creates a property with a value, or an omitted one.
  @inlinable init(_ key: some Key, given value: TrackedValue?) {
    let key = PropertyKey(key)
    switch value {
    case nil: (self.key, self.value, flaws, kind) = (key, .null, TrackedValueFlaws(), .omitted)
    case let value? where value.isPlain && !key.hasTraits:
      (self.key, self.value, flaws, kind) = (key, value, TrackedValueFlaws(), .ordinary)
    case let value?: self = TrackedProperty(key: key, given: value, flaws: TrackedValueFlaws())
    }
  }

  // Called from the inlined initializer above, for values that need a closer look.
  /// Creates a property for a key that was looked up before.
  ///
  /// - Parameter flaws: Why the value differs from the given one.
  @usableFromInline @inline(never)
  init(key: PropertyKey, given value: TrackedValue?, flaws: TrackedValueFlaws = TrackedValueFlaws()) {
    let mended = value?.mended()
    let ofKey: TrackedValueFlaws = mended != nil && key.hasTraits && key.name.isEmpty ? .emptyKey : .none
    self.init(key: key, mended: mended?.value, flaws: flaws.union(mended?.flaws ?? .none).union(ofKey))
  }

  /// Creates a property for a key that was looked up before.
  package init(_ key: PropertyKey, _ value: TrackedValue) {
    if value.isPlain && !key.hasTraits {
      (self.key, self.value, flaws, kind) = (key, value, TrackedValueFlaws.none, .ordinary)
    } else {
      self = TrackedProperty(key: key, given: value)
    }
  }

  /// Creates a property with a value that does not need ``TrackedValue/mended()``.
  @inline(never) init(key: PropertyKey, mended value: TrackedValue?, flaws: TrackedValueFlaws) {
    self.key = key
    self.value = value ?? .null
    self.flaws = flaws
    let isSpecial = key.hasTraits || !flaws.isEmpty || self.value.holdsSensitive
    kind = value == nil ? .omitted : isSpecial ? .special : .ordinary
  }

  // Flaws are found where a value is made, and reported there. A copy, which may be made under a lock, needs no new
  // check.
  /// The same property with another key, part of its value, or another flaw.
  @inline(never)
  func copied(as key: PropertyKey? = nil, _ value: TrackedValue? = nil, flaws: TrackedValueFlaws? = nil)
    -> TrackedProperty
  {
    var copy = TrackedProperty(key: key ?? self.key, mended: value ?? self.value, flaws: flaws ?? self.flaws)
    if kind == .open { copy.kind = .open }
    return copy
  }
}

extension TrackedProperty: Equatable {
  /// Equality of key and value. Flaws do not count.
  @inline(never) public static func == (left: TrackedProperty, right: TrackedProperty) -> Bool {
    left.key == right.key && left.isOmitted == right.isOmitted && left.value == right.value
  }
}

/// The reasons for which a property is not sent exactly as it was given.
///
/// No value ever traps: see ``TrackedValue`` for the value that is sent instead. The call that tracks the property
/// reports a ``TrackableIssue`` with that call's file and line.
@usableFromInline struct TrackedValueFlaws: Sendable {
  // Bits, and not an `OptionSet`, whose requirements take 3 KiB in every app.
  @usableFromInline var rawValue: UInt8

  @inlinable init(rawValue: UInt8 = 0) { self.rawValue = rawValue }

  static var none: TrackedValueFlaws { TrackedValueFlaws() }

  /// A number, or a date, that no kind of value can hold.
  static let outOfRange = TrackedValueFlaws(rawValue: 1)
  /// A number with more digits than a `Double` keeps.
  static let inexact = TrackedValueFlaws(rawValue: 2)
  /// A number that is NaN or infinite.
  static let notFinite = TrackedValueFlaws(rawValue: 4)
  /// Nested deeper than `TrackedValue.maximumDepth`.
  static let tooDeep = TrackedValueFlaws(rawValue: 8)
  /// The value replaced an earlier one for the same key in the same collection.
  static let duplicateKey = TrackedValueFlaws(rawValue: 16)
  /// An instance of a type that is no kind of value.
  static let unknownType = TrackedValueFlaws(rawValue: 32)
  /// The key has no name.
  static let emptyKey = TrackedValueFlaws(rawValue: 64)
  /// A whole number that services round if they read it as a `Double`. The number is sent unchanged.
  static let rounded = TrackedValueFlaws(rawValue: 128)

  var isEmpty: Bool { rawValue == 0 }
  func contains(_ other: Self) -> Bool { rawValue & other.rawValue != 0 }
  func union(_ other: Self) -> Self { Self(rawValue: rawValue | other.rawValue) }
  func subtracting(_ other: Self) -> Self { Self(rawValue: rawValue & ~other.rawValue) }
  mutating func formUnion(_ other: Self) { rawValue |= other.rawValue }
}
