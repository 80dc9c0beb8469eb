/// A key and its value: `Keys.albumName ~>> "Imagine"`.
///
/// ```swift
/// let property = Keys.year ~>> 1971
/// property.key.name   // "MyApp.Keys.year"
/// property.value      // .int(1971)
/// ```
///
/// A property made from `nil` is *omitted*: every collection leaves it out, so an event carries the value of the next
/// lower rank.
public struct TrackedProperty: Sendable {
  // The initializers are inlined for the operator `~>>`, whose comment has the reason. The order of the fields matters:
  // 8 + 17 + 1 + 1 bytes make a stride of 32 rather than 40.
  /// The key.
  public let key: PropertyKey
  /// The value. `.null` if the property was made from `nil`.
  public let value: TrackedValue
  /// The flaws of the property. The call that tracks the property reports them.
  @usableFromInline let flaws: TrackedValueFlaws
  @usableFromInline var kind: Kind

  // All this is in one field, because with another field the compiler would allocate the array of each literal. The
  // benchmarks of JSON lines show the difference.
  /// The kind of the property for collections. A property is special if it has flaws, its key has traits, or a part of
  /// its value is sensitive. A special property is open if its source has `nil` as the ID of the property's entity.
  @usableFromInline enum Kind: Sendable { case ordinary, omitted, special, open }

  /// Whether the property was made from `nil`, so that no collection takes it.
  var isOmitted: Bool { kind == .omitted }

  /// Creates a property; `nil` as the value makes an omitted property.
  @inlinable init(_ key: some Key, given value: TrackedValue?) {
    let key = PropertyKey(key)
    switch value {
    case nil: (self.key, self.value, flaws, kind) = (key, .null, TrackedValueFlaws(), .omitted)
    case let value? where value.isPlain && !key.hasTraits:
      (self.key, self.value, flaws, kind) = (key, value, TrackedValueFlaws(), .ordinary)
    case let value?: self = TrackedProperty(key: key, given: value, flaws: TrackedValueFlaws())
    }
  }

  // The inlined initializer above calls this initializer for values that may need mending.
  /// Creates a property for a key that was looked up before.
  ///
  /// - Parameter flaws: The reasons for which the value differs from the value that the app gave.
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

  // A copy needs no new check, because flaws are found when a value is made. This matters because a copy may be made
  // under a lock.
  /// The same property with another key, with another value, or with other flaws.
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
  /// Whether both properties have the same key and value. Flaws are not compared.
  public static func == (left: TrackedProperty, right: TrackedProperty) -> Bool {
    left.key == right.key && left.isOmitted == right.isOmitted && left.value == right.value
  }
}

/// The reasons for which the library does not send a property exactly as the app gave it.
///
/// No value ever stops the app: ``TrackedValue`` lists the values that are sent instead. The call that tracks the
/// property reports a ``TrackableIssue`` with that call's file and line.
@usableFromInline struct TrackedValueFlaws: Sendable {
  // The flaws are bits, and not an `OptionSet`, whose requirements would add 3 KiB to every app.
  @usableFromInline var rawValue: UInt8

  @inlinable init(rawValue: UInt8 = 0) { self.rawValue = rawValue }

  @usableFromInline static var none: TrackedValueFlaws { TrackedValueFlaws() }

  /// A number or a date that no case of ``TrackedValue`` can hold.
  static let outOfRange = TrackedValueFlaws(rawValue: 1)
  /// A number with more digits than a `Double` keeps.
  static let inexact = TrackedValueFlaws(rawValue: 2)
  /// A number that is NaN or infinite.
  static let notFinite = TrackedValueFlaws(rawValue: 4)
  /// A value that is nested deeper than `TrackedValue.maximumDepth`.
  @usableFromInline static let tooDeep = TrackedValueFlaws(rawValue: 8)
  /// The value has replaced an earlier value for the same key in the same collection.
  static let duplicateKey = TrackedValueFlaws(rawValue: 16)
  /// An instance of a type that is not a ``TrackedValueConvertible``.
  @usableFromInline static let unknownType = TrackedValueFlaws(rawValue: 32)
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
