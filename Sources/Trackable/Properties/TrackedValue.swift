#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The value of a property: one of the kinds of values that analytics services take.
///
/// ```swift
/// (Keys.year ~>> 1971).value             // .int(1971)
/// (Keys.title ~>> "Imagine").value       // .string("Imagine")
/// (Keys.rating ~>> TrackedValue.null).value   // .null: sent as null
/// ```
///
/// Your types become values through ``TrackedValueConvertible``. A destination that needs more than
/// ``TrackedProperties/dictionary`` can `switch` over the cases.
///
/// The value of a property can always be delivered: doubles are finite, and arrays and properties are nested at most
/// ``maximumDepth`` levels deep. Whatever does not fit becomes text as soon as it is put into a property or an array, and
/// the call that tracks the property reports an issue, ``TrackableIssue/Kind/valueDoesNotFit``:
///
/// | given | delivered |
/// |---|---|
/// | an integer outside `Int`, which has 32 bits on many watches | its decimal digits as a string |
/// | a `Decimal` with more digits than a `Double` keeps, a `Float80` outside `Double` | its digits as a string |
/// | a `Date` outside the years 1 to 9999 | its seconds since 1970 as a string |
/// | not-a-number, infinities, also as a `Date` | `"NaN"`, `"Infinity"`, `"-Infinity"` |
/// | an array or properties nested deeper than 32 | what is 32 deep is JSON text, in which a date has milliseconds |
public enum TrackedValue: Sendable {
  /// Text.
  case string(String)
  /// A whole number.
  case int(Int)
  /// A floating-point number.
  case double(Double)
  /// A truth value.
  case bool(Bool)
  /// A point in time.
  case date(Date)
  /// Several values in order: `.array([1, "a", .null])`.
  case array(Elements)
  // Boxed, so that the common cases stay small.
  /// Properties inside a property.
  indirect case properties(TrackedProperties)
  /// Null, given on purpose: it wins over lower ranks, and is sent.
  case null

  /// How deep arrays and properties may be nested in one property: 32.
  public static let maximumDepth = 32
}

extension TrackedValue: Hashable {
  /// Equality of kind and content. Not-a-number counts as equal to itself, so every value equals itself.
  public static func == (left: TrackedValue, right: TrackedValue) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right || (left.isNaN && right.isNaN)
    case (.bool(let left), .bool(let right)): left == right
    case (.date(let left), .date(let right)):
      left == right || (left.timeIntervalSinceReferenceDate.isNaN && right.timeIntervalSinceReferenceDate.isNaN)
    case (.array(let left), .array(let right)): left == right
    case (.properties(let left), .properties(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }

  /// Feeds the kind and the content.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let value):
      hasher.combine(0)
      hasher.combine(value)
    case .int(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .double(let value):
      hasher.combine(2)
      hasher.combine(value.isNaN ? .nan : value)
    case .bool(let value):
      hasher.combine(3)
      hasher.combine(value)
    case .date(let value):
      hasher.combine(4)
      let seconds = value.timeIntervalSinceReferenceDate
      hasher.combine(seconds.isNaN ? .nan : seconds)
    case .array(let value):
      hasher.combine(5)
      hasher.combine(value)
    case .properties(let value):
      hasher.combine(6)
      hasher.combine(value)
    case .null:
      hasher.combine(7)
    }
  }
}

extension TrackedValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// `.string`.
  public init(stringLiteral value: String) { self = .string(value) }
  /// `.int`.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// `.double`.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// `.bool`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `.array`.
  public init(arrayLiteral elements: TrackedValue...) { self = .array(elements) }
}

extension TrackedValue {
  /// The value as a plain type, as the calls of analytics services take it: `String`, `Int`, `Double`, `Bool`, `Date`,
  /// `[any Sendable]`, and `[String: any Sendable]` for nested properties. Null is `NSNull` on Apple's systems, where SDKs and `JSONSerialization` refuse anything else, and
  /// ``TrackedValue/null`` itself elsewhere.
  public var plain: any Sendable {
    switch self {
    case .string(let value): value
    case .int(let value): value
    case .double(let value): value
    case .bool(let value): value
    case .date(let value): value
    case .array(let values): values.values.map(\.plain)
    case .properties(let properties): properties.nestedDictionary
    case .null: Self.plainNull
    }
  }

  private static var plainNull: any Sendable {
    #if canImport(Darwin)
      NSNull()
    #else
      // Not that of Foundation, which would cost every app the whole of it.
      TrackedValue.null
    #endif
  }
}

extension TrackedValue: CustomStringConvertible {
  /// The value in readable form: text as it is, dates in ISO 8601, arrays and properties as JSON.
  public var description: String {
    switch self {
    case .string(let value): value
    case .int(let value): value.description
    case .double(let value): value.description
    case .bool(let value): value.description
    case .date(let value): value.trackedText
    case .array, .properties, .null: printedJSON
    }
  }
}
