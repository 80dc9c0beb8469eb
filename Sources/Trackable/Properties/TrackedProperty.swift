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
  @usableFromInline var kind: Kind

  // One field: with one more, the compiler makes the array of each literal. Benchmarks: lines.
  /// How a collection takes the property. A property is special if it has flaws, its key has traits, or something in
  /// its value is sensitive. A special property is open if its source says that the ID of the described thing is not
  /// known yet.
  @usableFromInline enum Kind: Sendable { case ordinary, omitted, special, open }

  /// Whether it was made from `nil`; then no collection takes it.
  var isOmitted: Bool { kind == .omitted }

  /// A property with a value, or an omitted one.
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
  /// The same, for a key that was looked up before.
  ///
  /// - Parameter flaws: Why the value is not exactly what was given.
  @usableFromInline @inline(never)
  init(key: PropertyKey, given value: TrackedValue?, flaws: TrackedValueFlaws = TrackedValueFlaws()) {
    let mended = value?.mended()
    let ofKey: TrackedValueFlaws = mended != nil && key.hasTraits && key.name.isEmpty ? .emptyKey : .none
    self.init(key: key, mended: mended?.value, flaws: flaws.union(mended?.flaws ?? .none).union(ofKey))
  }

  /// A property with a value that is known not to need ``TrackedValue/mended()``.
  @inline(never) init(key: PropertyKey, mended value: TrackedValue?, flaws: TrackedValueFlaws) {
    self.key = key
    self.value = value ?? .null
    self.flaws = flaws
    let isSpecial = key.hasTraits || !flaws.isEmpty || self.value.holdsSensitive
    kind = value == nil ? .omitted : isSpecial ? .special : .ordinary
  }

  // Flaws are found where a value is made, and reported there. So a copy is not looked at again: it may be made under a lock.
  /// The same property under another key, or with a part of its value or another flaw.
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

/// Why a property is not sent exactly as it was given.
///
/// No value ever traps: see ``TrackedValue`` for what is sent instead. The property remembers why, and the call that
/// tracks it reports a ``TrackableIssue`` with that call's file and line.
@usableFromInline struct TrackedValueFlaws: Sendable {
  // Bits, and not an `OptionSet`, whose requirements take 3 KiB in every app.
  @usableFromInline var rawValue: UInt8

  @inlinable init(rawValue: UInt8 = 0) { self.rawValue = rawValue }

  static var none: TrackedValueFlaws { TrackedValueFlaws() }

  /// A number, or a date, that no kind of value can hold.
  static let outOfRange = TrackedValueFlaws(rawValue: 1)
  /// A number with more digits than a `Double` keeps.
  static let inexact = TrackedValueFlaws(rawValue: 2)
  /// Not-a-number or an infinity.
  static let notFinite = TrackedValueFlaws(rawValue: 4)
  /// Nested deeper than `TrackedValue.maximumDepth`.
  static let tooDeep = TrackedValueFlaws(rawValue: 8)
  /// The value replaced an earlier one for the same key in the same collection.
  static let duplicateKey = TrackedValueFlaws(rawValue: 16)
  /// An instance of a type that no kind of value can hold.
  static let unknownType = TrackedValueFlaws(rawValue: 32)
  /// The key has no name.
  static let emptyKey = TrackedValueFlaws(rawValue: 64)
  /// A whole number that readers which take it for a `Double` round. It is sent as it is.
  static let rounded = TrackedValueFlaws(rawValue: 128)

  var isEmpty: Bool { rawValue == 0 }
  func contains(_ other: Self) -> Bool { rawValue & other.rawValue != 0 }
  func union(_ other: Self) -> Self { Self(rawValue: rawValue | other.rawValue) }
  func subtracting(_ other: Self) -> Self { Self(rawValue: rawValue & ~other.rawValue) }
  mutating func formUnion(_ other: Self) { rawValue |= other.rawValue }
}
