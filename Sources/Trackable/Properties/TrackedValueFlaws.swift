#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Why a property is not sent exactly as it was given.
///
/// No value ever traps: see ``TrackedValue`` for what is sent instead. The property remembers why, and the call that
/// tracks it reports a ``TrackableIssue`` with that call's file and line.
// Visible to the inlined initializers of `TrackedProperty`.
@usableFromInline
struct TrackedValueFlaws: OptionSet, Sendable, Hashable {
  @usableFromInline let rawValue: UInt8

  @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What is wrong with the conversion of `value`.
  @inlinable init(of value: some TrackedValueConvertible) { rawValue = value._trackedValueFlaws }

  /// A number, or a date, that no kind of value can hold.
  static let outOfRange = TrackedValueFlaws(rawValue: 1)
  /// A number with more digits than a `Double` keeps.
  static let inexact = TrackedValueFlaws(rawValue: 2)
  /// Not-a-number or an infinity.
  static let notFinite = TrackedValueFlaws(rawValue: 4)
  /// Nested deeper than ``TrackedValue/maximumDepth``.
  static let tooDeep = TrackedValueFlaws(rawValue: 8)
  /// The value replaced an earlier one for the same key in the same collection.
  static let duplicateKey = TrackedValueFlaws(rawValue: 16)
  /// An instance of a type that no kind of value can hold.
  static let unknownType = TrackedValueFlaws(rawValue: 32)
}

extension TrackedValue {
  // Visible to the inlined initializers of ``TrackedProperty``.
  /// A quick check whether ``mended()`` has nothing to change. `false` means that it has to be called.
  @inlinable
  var isEvidentlyDeliverable: Bool {
    switch self {
    case .string, .int, .bool, .null: true
    case .double(let value): value.isFinite
    case .date, .array, .properties: false
    }
  }

  /// The value with everything that cannot be delivered replaced by text, and the reasons. What is in it was mended when
  /// it was put there.
  ///
  /// - Parameter depthLimit: How deep arrays and properties may be nested in it. One that is deeper is JSON text.
  ///
  /// Cost: two comparisons for a scalar, one visit of every property that is nested in properties.
  consuming func mended(
    depthLimit: Int = TrackedValue.maximumDepth
  ) -> (value: TrackedValue, flaws: TrackedValueFlaws) {
    switch self {
    case .double(let value) where !value.isFinite: (.string(value.nameOfNonFinite), .notFinite)
    case .date(let date): Self.mended(date)
    case .array(let values):
      Int(values.depth) > depthLimit ? tooDeep(values.flaws) : (concealed, values.flaws)
    case .properties(let properties):
      depth > depthLimit ? tooDeep(properties.flaws) : (concealed, properties.flaws)
    default: (self, [])
    }
  }

  /// How deep arrays and properties are nested in the value: 0 for a scalar.
  var depth: Int {
    switch self {
    case .array(let values): Int(values.depth)
    case .properties(let properties): 1 + (properties.elements.lazy.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }

  /// The value as JSON text. Where such text is in it already, that would be quoted again, and be twice as long with each
  /// time: so then it is left out.
  private func tooDeep(_ flaws: TrackedValueFlaws) -> (value: TrackedValue, flaws: TrackedValueFlaws) {
    let text = flaws.contains(.tooDeep) ? "(nested deeper than \(2 * Self.maximumDepth) levels)" : printedJSON
    return (.string(text), flaws.union(.tooDeep))
  }

  private static func mended(_ date: Date) -> (value: TrackedValue, flaws: TrackedValueFlaws) {
    let seconds = date.timeIntervalSinceReferenceDate
    if Self.dateRange.contains(seconds) { return (.date(date), []) }
    return seconds.isFinite
      ? (.string(date.timeIntervalSince1970.description), .outOfRange)
      : (.string(seconds.nameOfNonFinite), .notFinite)
  }

  /// The years 1 to 9999, which ISO 8601 writes with four digits, in seconds from the reference date.
  static let dateRange = -63_114_076_800.0...252_423_993_599.0
}

extension TrackedProperties {
  /// Why the properties are not exactly what was given.
  fileprivate var flaws: TrackedValueFlaws { elements.reduce(into: []) { $0.formUnion($1.flaws) } }
}

extension BinaryFloatingPoint {
  /// How a number that JSON cannot write is sent.
  var nameOfNonFinite: String {
    isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity"
  }
}
