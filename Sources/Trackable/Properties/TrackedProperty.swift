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

  // One field: with one more, the compiler makes the array of each literal. Benchmarks: lines.
  /// How a collection takes the property.
  @usableFromInline
  enum Kind: Sendable { case ordinary, omitted, special }

  /// Whether it was made from `nil`, and so is left out of every collection.
  @inlinable var isOmitted: Bool { kind == .omitted }
  /// Whether it has flaws, its key has traits, or something in its value is sensitive.
  @inlinable var isSpecial: Bool { kind == .special }

  /// A property with a value, or an omitted one.
  @inlinable
  init(_ key: some Key, given value: TrackedValue?, flaws: TrackedValueFlaws = .none) {
    let isSpecial = key._hasTraits
    let key = PropertyKey(key)
    switch value {
    case nil: self.init(key: key, mended: .null, flaws: .none, isOmitted: true, isSpecial: false)
    case let value?:
      switch value {
      case .string, .int, .bool, .null:
        self.init(key: key, mended: value, flaws: flaws, isSpecial: isSpecial || flaws.rawValue != 0)
      case .double, .date, .array, .properties: self.init(key: key, mending: value, flaws: flaws)
      }
    }
  }

  // Not inlined, unlike the one above.
  /// The same, for a key that was looked up before.
  init(key: PropertyKey, given value: TrackedValue?, flaws: TrackedValueFlaws = .none) {
    self.init(key, given: value, flaws: flaws)
  }

  // Called from the inlined initializer above, for values that need a closer look.
  @usableFromInline
  init(key: PropertyKey, mending value: TrackedValue, flaws: TrackedValueFlaws) {
    let mended = value.mended()
    self.init(key: key, mended: mended.value, flaws: flaws.union(mended.flaws))
  }

  /// A property with a value that is known not to need ``TrackedValue/mended()``.
  init(key: PropertyKey, mended value: TrackedValue, flaws: TrackedValueFlaws) {
    let isSpecial = key._hasTraits || !flaws.isEmpty || value.holdsSensitive
    self.init(key: key, mended: value, flaws: flaws, isSpecial: isSpecial)
  }

  @inlinable
  init(
    key: PropertyKey, mended value: TrackedValue, flaws: TrackedValueFlaws, isOmitted: Bool = false, isSpecial: Bool
  ) {
    self.key = key
    self.value = value
    self.flaws = flaws
    kind = isOmitted ? .omitted : isSpecial ? .special : .ordinary
  }

  /// The same property with one more flaw.
  func flawed(_ flaw: TrackedValueFlaws) -> TrackedProperty {
    TrackedProperty(key: key, mended: value, flaws: flaws.union(flaw))
  }

  /// The same property without flaws, for after these were reported.
  @inline(never)
  var cleared: TrackedProperty {
    flaws.isEmpty ? self : TrackedProperty(key: key, mended: value, flaws: .none)
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

/// Why a property is not sent exactly as it was given.
///
/// No value ever traps: see ``TrackedValue`` for what is sent instead. The property remembers why, and the call that
/// tracks it reports a ``TrackableIssue`` with that call's file and line.
// Visible to the inlined initializers of `TrackedProperty`.
@usableFromInline
struct TrackedValueFlaws: Sendable {
  // Bits, and not an `OptionSet`, whose requirements take 3 KiB in every app.
  @usableFromInline private(set) var rawValue: UInt8

  @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

  @usableFromInline static let none = TrackedValueFlaws(rawValue: 0)

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

  var isEmpty: Bool { rawValue == 0 }
  func contains(_ other: Self) -> Bool { rawValue & other.rawValue != 0 }
  func union(_ other: Self) -> Self { Self(rawValue: rawValue | other.rawValue) }
  func subtracting(_ other: Self) -> Self { Self(rawValue: rawValue & ~other.rawValue) }
  mutating func formUnion(_ other: Self) { rawValue |= other.rawValue }
}

extension IssueReporter {
  /// Reports the flaws of properties: of each key once for each place, however many events have them.
  package func reportFlaws(of properties: [TrackedProperty], at location: CodeLocation) {
    for property in properties { _ = reportFlaws(of: property, at: location) }
  }

  /// Reports what is wrong with a property and with those nested in it, each once and under its own key. What is in a sensitive
  /// one is not told. Returns all of it.
  private func reportFlaws(of property: TrackedProperty, at location: CodeLocation) -> TrackedValueFlaws {
    let inside = property.key.isSensitive ? .none : reportFlaws(in: property.value, at: location)
    let own = property.flaws.subtracting(inside)
    if own.contains(.duplicateKey) {
      reportOnce(
        TrackableIssue(
          kind: .duplicateKey,
          message: "The key '" + property.key.name + "' was given two values in one collection; the later one, '"
            + property.shownValue.description + "', was taken.",
          remedy: "give each key one value, or combine two sets of properties with '+', where the right side wins.",
          location: location, subject: property.key.name), here: true)
    }
    if let reason = own.reasonForMending {
      reportOnce(
        TrackableIssue(
          kind: .valueDoesNotFit,
          message: "The value of '" + property.key.name + "' " + reason.whatHappened + "; it was sent as text: '"
            + property.shownValue.description + "'.",
          remedy: reason.remedy,
          location: location, subject: property.key.name), here: true)
    }
    return inside.union(own)
  }

  private func reportFlaws(in value: TrackedValue, at location: CodeLocation) -> TrackedValueFlaws {
    var found: TrackedValueFlaws = .none
    switch value {
    case .properties(let properties):
      for property in properties.elements { found.formUnion(reportFlaws(of: property, at: location)) }
    case .array(let values):
      for value in values.values { found.formUnion(reportFlaws(in: value, at: location)) }
    default: break
    }
    return found
  }
}

extension TrackedValueFlaws {
  /// Why a value was sent as text, in words.
  fileprivate var reasonForMending: (whatHappened: String, remedy: String)? {
    if contains(.unknownType) {
      (
        "is or contains an instance of a type that is no value of a property",
        "let the type conform to TrackedValueConvertible, or leave the key out."
      )
    } else if contains(.tooDeep) {
      ("is nested deeper than \(TrackedValue.maximumDepth) levels", "send a flatter value.")
    } else if contains(.notFinite) {
      ("is or contains a number that is not finite", "check for it before tracking, or send nil to omit the property.")
    } else if contains(.outOfRange) {
      (
        "is or contains a number outside the range of Int and Double",
        "send a smaller number, or the text if text is meant."
      )
    } else if contains(.inexact) {
      (
        "is or contains a decimal number with more digits than a Double keeps",
        "send it as a Double if fewer digits will do, or as text if all of them matter."
      )
    } else {
      nil
    }
  }
}
