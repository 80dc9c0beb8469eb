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

  /// The value with everything that cannot be delivered replaced by text, and the reasons.
  ///
  /// Cost: two comparisons for a scalar, else one visit of every nested value.
  consuming func mended() -> (value: TrackedValue, flaws: TrackedValueFlaws) {
    switch self {
    case .double(let value) where !value.isFinite: (.string(value.nameOfNonFinite), .notFinite)
    case .date(let date): Self.mended(date)
    case .array, .properties:
      switch mendedContainer(depth: 1) {
      case (let value?, let flaws): (value, flaws)
      case (nil, let flaws): (self, flaws)
      }
    default: (self, [])
    }
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

  /// What takes the place of an array or properties, `nil` if they may stay. What was revealed for a tracker that reads it
  /// on purpose is hidden again.
  private func mendedContainer(depth: Int) -> (value: TrackedValue?, flaws: TrackedValueFlaws) {
    switch self {
    case .array(let values):
      if depth > Self.maximumDepth { return (.string(jsonForMending), .tooDeep) }
      var flaws: TrackedValueFlaws = []
      var mended: [TrackedValue] = []
      for (index, value) in values.values.enumerated() {
        let (replacement, found) = value.mendedElement(depth: depth)
        flaws.formUnion(found)
        guard let replacement else { continue }
        if mended.isEmpty { mended = values.values }
        mended[index] = replacement
      }
      return (mended.isEmpty ? nil : .array(mended), flaws)
    case .properties(let properties):
      if depth > Self.maximumDepth { return (.string(jsonForMending), .tooDeep) }
      var flaws: TrackedValueFlaws = []
      var mended: [TrackedProperty] = []
      // Also the hidden ones: they must not be nested without a limit either.
      let elements = properties.elements
      for (index, property) in elements.enumerated() {
        flaws.formUnion(property.flaws)
        let (replacement, found) = property.value.mendedElement(depth: depth)
        if found.isEmpty, replacement == nil { continue }
        if mended.isEmpty { mended = elements }
        // Not through `init(key:given:)`: to mend again what is mended would double the work on every level.
        mended[index] = TrackedProperty(
          key: property.key, mended: replacement ?? property.value, flaws: property.flaws.union(found))
        flaws.formUnion(found)
      }
      if mended.isEmpty, !properties.isRevealed { return (nil, flaws) }
      return (.properties(TrackedProperties(distinct: mended.isEmpty ? elements : mended)), flaws)
    default:
      return (nil, [])
    }
  }

  private func mendedElement(depth: Int) -> (value: TrackedValue?, flaws: TrackedValueFlaws) {
    switch self {
    case .array, .properties: return mendedContainer(depth: depth + 1)
    default:
      let (value, flaws) = mended()
      return (flaws.isEmpty ? nil : value, flaws)
    }
  }
}

extension BinaryFloatingPoint {
  /// How a number that JSON cannot write is sent.
  var nameOfNonFinite: String {
    isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity"
  }
}
