#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
#if canImport(CoreGraphics)
  public import CoreGraphics
#endif

/// A type whose values can be the values of properties.
///
/// The standard scalars, `Date`, `URL`, `UUID`, `Decimal`, optionals, arrays and string-keyed dictionaries conform
/// already. The operator `~>>` also takes any enum with a raw value. Your own type needs one line:
///
/// ```swift
/// extension Album: TrackedValueConvertible {
///   var trackedValue: TrackedValue? { .string(name) }
/// }
///
/// Keys.album ~>> album
/// ```
///
/// For arrays and dictionaries of an enum with a raw value, add a conformance without a body: `extension Plan:
/// TrackedValueConvertible {}`.
public protocol TrackedValueConvertible {
  /// The value to send, or `nil` to omit the property, so that an event carries the value of the next lower rank.
  var trackedValue: TrackedValue? { get }
}

extension TrackedValueConvertible {
  /// The value that is sent, and the reasons for which it differs from the given value.
  @usableFromInline var sent: (value: TrackedValue?, flaws: TrackedValueFlaws) {
    let value = trackedValue
    guard case .string(let text)? = value, Self.self != String.self else { return (value, .none) }
    return (value, TrackedValueFlaws(of: text, for: self))
  }
}

extension TrackedValueFlaws {
  /// The reason for which text is sent instead of a number: no case of ``TrackedValue`` can hold the number, and the
  /// text has its digits.
  fileprivate init(of text: String, for given: Any) {
    switch given {
    #if !(os(Windows) || os(Android)) && (arch(i386) || arch(x86_64))
      case is Float80: self = .outOfRange
    #endif
    case is Decimal: self = .inexact
    case let number as any BinaryInteger:
      self = Int(exactly: number) == nil && number.description == text ? .outOfRange : .none
    case let given as any RawRepresentable:
      let raw = given.rawValue
      // The type may have a `trackedValue` that differs from that of its raw value.
      let isRaw = (raw as? any TrackedValueConvertible)?.trackedValue == .string(text)
      self = isRaw ? TrackedValueFlaws(of: text, for: raw) : .none
    default: self = .none
    }
  }
}

extension TrackedValueConvertible where Self: RawRepresentable, RawValue: TrackedValueConvertible {
  /// The `trackedValue` of the raw value.
  @inlinable public var trackedValue: TrackedValue? { rawValue.trackedValue }
}

extension TrackedValue: TrackedValueConvertible {
  /// The value itself.
  public var trackedValue: TrackedValue? { self }
}

// MARK: - Text and truth

// The conversions of the most common types are inlined, so that `~>>` only stores the right case.

extension String: TrackedValueConvertible {
  /// The string.
  @inlinable public var trackedValue: TrackedValue? { .string(self) }
}

extension Substring: TrackedValueConvertible {
  /// The text as a `String`, which does not keep the whole text of the substring alive.
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
}

extension Array: TrackedValueConvertible where Element: TrackedValueConvertible {
  /// The elements in order. An element without a value is sent as null, so that the other elements keep their
  /// positions.
  public var trackedValue: TrackedValue? {
    .array(TrackedValue.Elements(map(\.sent)))
  }
}

// MARK: - Properties

extension TrackedProperty {
  /// Creates a property from a key and a value. Use the operator `~>>` instead.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value.
  @inlinable package init(_ key: some Key, _ value: some TrackedValueConvertible) {
    self = key ~>> value
  }

  // The inlined `~>>` calls this initializer if a number may have become text.
  /// Creates a property from a value that may be sent as text.
  @usableFromInline init(_ key: PropertyKey, sending value: some TrackedValueConvertible) {
    let sent = value.sent
    self.init(key: key, given: sent.value, flaws: sent.flaws)
  }
}

// MARK: - The operator

/// The precedence is lower than that of `??` and `?:`, so that `Keys.a ~>> x ?? y` takes the whole right side. It is
/// higher than that of assignment, so that `let p = Keys.a ~>> 1` parses.
precedencegroup TrackedPropertyPrecedence {
  lowerThan: TernaryPrecedence
  higherThan: AssignmentPrecedence
}

// The operators are inlined, together with the conversion of the most common values. So the code at a use of an
// operator calls only the function that looks up the key's name. The benchmark `depth 4` shows the difference (about 90
// instructions per property instead of 448).
infix operator ~>> : TrackedPropertyPrecedence

/// Makes a property from the key on the left and the value on the right.
///
/// ```swift
/// Keys.albumName ~>> album.name             // text
/// Keys.rating ~>> album.rating ?? 0          // ?? binds tighter
/// Keys.composer ~>> album.composer           // an optional: nil omits the property
/// Keys.plan ~>> Plan.premium                 // an enum's raw value
/// Keys.album ~>> [Keys.Details.year ~>> 1971]   // nested
/// Keys.gift ~>> .null                        // null, sent as null
/// ```
///
/// Cost: tens of nanoseconds if the key is an enum case. A plain string as the key also takes an allocation for its
/// name.
@inlinable public func ~>> <K: Key, Value: TrackedValueConvertible>(key: K, value: Value) -> TrackedProperty {
  let sent = value.trackedValue
  // If the type is not `String`, the text may stand for a number that does not fit.
  if case .string? = sent, Value.self != String.self, Value.self != String?.self {
    return TrackedProperty(PropertyKey(key), sending: value)
  }
  return TrackedProperty(key, given: sent)
}

/// Makes a property from a ``TrackedValue``, as in `Keys.gift ~>> .null`. `nil` omits the property.
@inlinable public func ~>> <K: Key>(key: K, value: TrackedValue?) -> TrackedProperty {
  TrackedProperty(key, given: value)
}

/// Makes a property with nested properties: `Keys.album ~>> [Keys.Details.year ~>> 1971]`.
@inlinable public func ~>> <K: Key>(key: K, value: TrackedProperties) -> TrackedProperty {
  TrackedProperty(key, value)
}

/// Makes a property from the raw value of an enum, or of any other raw-representable type.
@_disfavoredOverload
@inlinable public func ~>> <K: Key, Value: RawRepresentable>(key: K, value: Value) -> TrackedProperty
where Value.RawValue: TrackedValueConvertible {
  TrackedProperty(key, value.rawValue)
}

/// Makes a property from the raw value of an optional enum; `nil` omits the property.
@_disfavoredOverload
@inlinable public func ~>> <K: Key, Value: RawRepresentable>(key: K, value: Value?) -> TrackedProperty
where Value.RawValue: TrackedValueConvertible {
  TrackedProperty(key, value?.rawValue)
}

// Integers outside of `Int` are sent as text. A destination that expects a number then shows text, which is easier to
// notice than a wrong number.

extension TrackedValueConvertible where Self: BinaryInteger {
  /// `.int` if the number fits into `Int`, and otherwise its decimal digits.
  public var trackedValue: TrackedValue? {
    Int(exactly: self).map(TrackedValue.int) ?? .string(description)
  }
}

extension Int: TrackedValueConvertible {
  /// The number.
  @inlinable public var trackedValue: TrackedValue? { .int(self) }
}

extension Int8: TrackedValueConvertible {}
extension Int16: TrackedValueConvertible {}
extension Int32: TrackedValueConvertible {}
extension Int64: TrackedValueConvertible {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
extension Int128: TrackedValueConvertible {}
extension UInt: TrackedValueConvertible {}
extension UInt8: TrackedValueConvertible {}
extension UInt16: TrackedValueConvertible {}
extension UInt32: TrackedValueConvertible {}
extension UInt64: TrackedValueConvertible {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
extension UInt128: TrackedValueConvertible {}

extension Double: TrackedValueConvertible {
  /// The number.
  @inlinable public var trackedValue: TrackedValue? { .double(self) }
}

extension Float: TrackedValueConvertible {
  /// The `Double` with the same digits: 0.1 is sent as 0.1.
  public var trackedValue: TrackedValue? { .double(Double(description) ?? Double(self)) }
}

#if canImport(CoreGraphics)
  extension CGFloat: TrackedValueConvertible {
    /// The same number as a `Double`.
    public var trackedValue: TrackedValue? { .double(Double(self)) }
  }
#endif

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: TrackedValueConvertible {
    /// The `Double` with the same digits.
    public var trackedValue: TrackedValue? { .double(Double(description) ?? Double(self)) }
  }
#endif

#if !(os(Windows) || os(Android)) && (arch(i386) || arch(x86_64))
  extension Float80: TrackedValueConvertible {
    /// The nearest `Double`; for a finite number outside of `Double`, the digits as a string.
    public var trackedValue: TrackedValue? {
      isFinite && !Double(self).isFinite ? .string(description) : .double(Double(self))
    }
  }
#endif

extension Decimal: TrackedValueConvertible {
  /// `.double` if a `Double` keeps every digit, and otherwise the digits as a string.
  public var trackedValue: TrackedValue? {
    if isNaN { return .double(.nan) }
    // The comparison shows whether the nearest `Double` keeps every digit.
    guard let double = Double(description), double.isFinite, Decimal(string: double.description) == self else {
      return .string(description)
    }
    return .double(double)
  }
}

extension Date: TrackedValueConvertible {
  /// The point in time.
  public var trackedValue: TrackedValue? { .date(self) }
}

extension UUID: TrackedValueConvertible {
  /// The canonical string, in capitals.
  public var trackedValue: TrackedValue? { .string(uuidString) }
}

extension URL: TrackedValueConvertible {
  /// The absolute string.
  public var trackedValue: TrackedValue? { .string(absoluteString) }
}
