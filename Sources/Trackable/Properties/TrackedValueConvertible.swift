/// A type whose values a property can carry.
///
/// The standard scalars, `Date`, `URL`, `UUID`, `Decimal`, optionals, arrays and string-keyed dictionaries conform
/// already, and an enum with a raw value is accepted by `~>>` as it is. Your own type needs one line:
///
/// ```swift
/// extension Album: TrackedValueConvertible {
///   var trackedValue: TrackedValue? { .string(name) }
/// }
///
/// Keys.album ~>> album
/// ```
///
/// An enum with a raw value that should also work inside arrays and dictionaries conforms without a body:
/// `extension Plan: TrackedValueConvertible {}`.
public protocol TrackedValueConvertible {
  /// The value to send, or `nil` to omit the property: a lower rank then shows through.
  var trackedValue: TrackedValue? { get }

  // Bits rather than the option set, which no adopter has to know.
  /// Why ``trackedValue`` is not exactly what was given. For the types of the standard library and Foundation only.
  var _trackedValueFlaws: UInt8 { get }
}

extension TrackedValueConvertible {
  /// None.
  @inlinable public var _trackedValueFlaws: UInt8 { 0 }
}

extension TrackedValueConvertible where Self: RawRepresentable, RawValue: TrackedValueConvertible {
  /// The value of the raw value.
  @inlinable public var trackedValue: TrackedValue? { rawValue.trackedValue }
  /// The flaws of the raw value.
  @inlinable public var _trackedValueFlaws: UInt8 { rawValue._trackedValueFlaws }
}

extension TrackedValue: TrackedValueConvertible {
  /// The value itself.
  public var trackedValue: TrackedValue? { self }
}

extension TrackedProperties: TrackedValueConvertible {
  /// The properties as one nested value.
  public var trackedValue: TrackedValue? { .properties(self) }
}

// MARK: - Text and truth

// The conversions of the most common types are inlined, so that `~>>` just stores the right case.

extension String: TrackedValueConvertible {
  /// The string.
  @inlinable public var trackedValue: TrackedValue? { .string(self) }
}

extension Substring: TrackedValueConvertible {
  /// The text as a string of its own.
  public var trackedValue: TrackedValue? { .string(String(self)) }
}

extension Character: TrackedValueConvertible {
  /// The character as a string.
  public var trackedValue: TrackedValue? { .string(String(self)) }
}

extension Bool: TrackedValueConvertible {
  /// The truth value.
  @inlinable public var trackedValue: TrackedValue? { .bool(self) }
}

// MARK: - Containers

extension Optional: TrackedValueConvertible where Wrapped: TrackedValueConvertible {
  /// The value of the wrapped value; `nil` omits the property.
  @inlinable public var trackedValue: TrackedValue? { self?.trackedValue }
  /// The flaws of the wrapped value.
  @inlinable public var _trackedValueFlaws: UInt8 { self?._trackedValueFlaws ?? 0 }
}

extension Array: TrackedValueConvertible where Element: TrackedValueConvertible {
  /// The elements in order. An element without a value is sent as null, so that the others keep their positions.
  public var trackedValue: TrackedValue? { .array(map { $0.trackedValue ?? .null }) }
  /// The flaws of all elements.
  public var _trackedValueFlaws: UInt8 { reduce(0) { $0 | $1._trackedValueFlaws } }
}

extension Dictionary: TrackedValueConvertible where Key == String, Value: TrackedValueConvertible {
  /// Nested properties, sorted by key since a dictionary has no order. A key without a value is left out.
  public var trackedValue: TrackedValue? {
    let properties = map { TrackedProperty(key: PropertyKey(dynamicName: $0), given: $1.trackedValue) }
    return .properties(TrackedProperties(properties.sortedByName()))
  }
  /// The flaws of all values.
  public var _trackedValueFlaws: UInt8 { values.reduce(0) { $0 | $1._trackedValueFlaws } }
}

extension TrackedValueFlaws {
  /// What is wrong with the conversion of `value`.
  @inlinable init(of value: some TrackedValueConvertible) { self.init(rawValue: value._trackedValueFlaws) }
}
