#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The value of a property, of one of the kinds that analytics services take.
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
/// Every destination can deliver the value of a property: doubles are finite, and arrays and properties are nested at
/// most 32 levels deep. Any other value becomes text as soon as you put it into a property or an array, and the call
/// that tracks the property reports an issue, ``TrackableIssue/Kind/valueDoesNotFit``:
///
/// | given | delivered |
/// |---|---|
/// | an integer outside `Int`, which has 32 bits on many watches | its decimal digits as a string |
/// | a `Decimal` with more digits than a `Double` keeps, a `Float80` outside `Double` | its digits as a string |
/// | a `Date` outside the years 1 to 9999 | its seconds since 1970 as a string |
/// | not-a-number, infinities, also as a `Date` | `"NaN"`, `"Infinity"`, `"-Infinity"` |
/// | an array or properties nested deeper than 32 | `"(nested deeper than 32 levels)"` in its place |
/// | a whole number beyond 2⁵³, which many readers of JSON round | the number, unchanged |
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
  // This case and the next case are boxed, so that the common cases stay small. If a payload had several fields, the
  // compiler would build the array for a property literal at run time. The benchmark `depth 4` shows the difference.
  /// Several values in order: `.array([1, "a", .null])`.
  indirect case array(Elements)
  /// Properties inside a property.
  indirect case properties(TrackedProperties)
  /// Null as a value, which wins over lower ranks and is sent.
  case null

  /// The most levels of arrays and properties in one property: 32.
  @usableFromInline package static let maximumDepth = 32
}

extension TrackedValue {
  /// Whether values of this kind are always sent unchanged.
  @inlinable var isPlain: Bool {
    switch self {
    case .string, .bool, .null: true
    case .int(let number): number.isExact
    case .double, .date, .array, .properties: false
    }
  }
}

extension Int {
  /// Whether a `Double` can represent the number exactly. A `Double` can represent all numbers from -2⁵³ to 2⁵³.
  @inlinable var isExact: Bool { UInt64(bitPattern: Int64(self) &+ (1 &<< 53)) <= 1 &<< 54 }
}

extension TrackedValue: Equatable {
  // The operator is not inlined, because each comparison of two lists would contain this code, which is 45 KiB in
  // total.
  /// Whether both values have the same kind and content. Not-a-number is equal to itself here, so every value equals
  /// itself.
  @inline(never) public static func == (left: TrackedValue, right: TrackedValue) -> Bool {
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
}

extension TrackedValue {
  /// The value, with text in place of each part that cannot be delivered, and the reasons. Nested values need no check,
  /// because they were mended when they were made.
  ///
  /// - Parameter depthLimit: The most levels of arrays and properties in the value. Deeper values become text.
  ///
  /// Cost: two comparisons for a scalar. For properties, one visit of every nested property.
  @inline(never) consuming func mended(
    depthLimit: Int = TrackedValue.maximumDepth
  ) -> (value: TrackedValue, flaws: TrackedValueFlaws) {
    switch self {
    case .double(let value) where !value.isFinite: (.string(value.nameOfNonFinite), .notFinite)
    case .int(let value) where !value.isExact: (self, .rounded)
    case .date(let date) where !date.timeIntervalSinceReferenceDate.isFinite:
      (.string(date.timeIntervalSinceReferenceDate.nameOfNonFinite), .notFinite)
    case .date(let date) where !Self.dateRange.contains(date.timeIntervalSinceReferenceDate):
      (.string(date.timeIntervalSince1970.description), .outOfRange)
    case .array where depth > depthLimit, .properties where depth > depthLimit: (Self.tooDeep, .tooDeep)
    case .array(let values): (self, values.flaws)
    case .properties(let properties): (self, properties.elements.reduce(into: .none) { $0.formUnion($1.flaws) })
    default: (self, .none)
    }
  }

  /// Whether any part of the value has a ``SensitiveKey``.
  @inline(never) var holdsSensitive: Bool {
    switch self {
    case .array(let values): values.values.contains { $0.holdsSensitive }
    case .properties(let properties): properties.holdsSensitive
    default: false
    }
  }

  // This method is not inlined, because the compiler would otherwise inline the recursive method into itself, and add
  // 11 KiB of code.
  /// The number of levels of arrays and properties in the value: 0 for a scalar.
  @inline(never) var depth: Int {
    switch self {
    case .array(let values): 1 + values.values.reduce(0) { max($0, $1.depth) }
    case .properties(let properties): 1 + properties.elements.reduce(0) { max($0, $1.value.depth) }
    default: 0
    }
  }

  /// The value, with a function applied to its nested properties, including those inside an array.
  // The closure is optional, because otherwise the compiler makes copies of the method for each closure.
  func mapProperties(
    isElement: Bool = false, _ change: ((_ properties: TrackedProperties, _ isElement: Bool) -> TrackedProperties)?
  ) -> TrackedValue {
    switch self {
    case .properties(let properties): .properties(change?(properties, isElement) ?? properties)
    case .array(let values): .array(values.values.map { $0.mapProperties(isElement: true, change) })
    default: self
    }
  }

  /// The text that replaces a value that is nested too deeply.
  @usableFromInline static var tooDeep: TrackedValue { .string("(nested deeper than \(maximumDepth) levels)") }

  /// The years 1 to 9999, which ISO 8601 writes with four digits, in seconds from the reference date.
  static let dateRange = -63_114_076_800.0...252_423_993_599.0
}

extension BinaryFloatingPoint {
  /// The text that is sent for a number that JSON cannot express.
  var nameOfNonFinite: String {
    isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity"
  }
}

extension Date {
  /// ISO 8601 in UTC, to the millisecond. For dates outside the years 1 to 9999, the seconds since 1970.
  var trackedText: String {
    TrackedValue.dateRange.contains(timeIntervalSinceReferenceDate)
      ? String(decoding: CivilDate.iso8601(CivilDate.milliseconds(since1970: timeIntervalSince1970)), as: UTF8.self)
      : timeIntervalSince1970.description
  }
}

// MARK: - Arrays and literals

extension TrackedValue {
  /// The values of a ``TrackedValue/array(_:)-enum.case``. You can use them like an array.
  ///
  /// ```swift
  /// if case .array(let values) = property.value {
  ///   print(values.count)                 // 2
  ///   print(values.map(\.description))    // ["vinyl", "mono"]
  /// }
  /// ```
  ///
  /// Each value can be delivered: when the array was made, text has replaced every other value, and every value deeper
  /// than `TrackedValue.maximumDepth`. So recursive code is safe.
  public struct Elements: Sendable {
    /// The same values as an array.
    let values: [TrackedValue]
    /// The reasons for which values differ from the values that the app gave.
    let flaws: TrackedValueFlaws

    /// - Parameter given: The value that is sent for each element, or null for an element without a value.
    @usableFromInline init(_ given: [(value: TrackedValue?, flaws: TrackedValueFlaws)]) {
      var flaws: TrackedValueFlaws = .none
      values = given.map { given in
        let mended = (given.value ?? .null).mended(depthLimit: TrackedValue.maximumDepth - 1)
        flaws.formUnion(given.flaws.union(mended.flaws))
        return mended.value
      }
      self.flaws = flaws
    }
  }

  /// Several values in order: ``array(_:)-enum.case`` made from an array.
  public static func array(_ values: [TrackedValue]) -> TrackedValue {
    .array(Elements(values.map { ($0, .none) }))
  }
}

extension TrackedValue.Elements: RandomAccessCollection {
  /// The position of the first value.
  public var startIndex: Int { 0 }
  /// The position after the last value.
  public var endIndex: Int { values.count }
  /// The value at a position.
  public subscript(position: Int) -> TrackedValue { values[position] }
}

extension TrackedValue.Elements: Equatable {
  /// Whether both arrays have equal values in the same order.
  public static func == (left: Self, right: Self) -> Bool { left.values == right.values }
}

extension TrackedValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// A value of the case `.string`.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A value of the case `.int`.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A value of the case `.double`.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A value of the case `.bool`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A value of the case `.array`.
  public init(arrayLiteral elements: TrackedValue...) { self = .array(elements) }
}
