#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Why a property could not be sent exactly as it was given.
///
/// No value ever traps. A value that does not fit is turned into text that loses nothing. The property remembers why,
/// and the call that tracks it reports a ``TrackableIssue`` with that call's file and line.
///
/// | given | delivered | flaw |
/// |---|---|---|
/// | an integer outside `Int` | its decimal digits as a string | ``outOfRange`` |
/// | `Float80` outside `Double`, `Decimal` with more digits than a `Double` keeps | its digits as a string | ``outOfRange`` |
/// | a `Date` outside the years 1 to 9999 | its seconds since 1970 as a string | ``outOfRange`` |
/// | not-a-number, infinities, also as a `Date` | `"NaN"`, `"Infinity"`, `"-Infinity"` | ``notFinite`` |
/// | arrays or properties nested deeper than 32 | the part below as JSON text | ``tooDeep`` |
/// | two values for one key in one place | the later one | ``duplicateKey`` |
public struct TrackedValueFlaws: OptionSet, Sendable, Hashable {
  /// The flaws as bits.
  public let rawValue: UInt8

  /// Flaws from their bits.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A number, or a date, that no kind of value can hold.
  public static let outOfRange = TrackedValueFlaws(rawValue: 1)
  /// Not-a-number or an infinity.
  public static let notFinite = TrackedValueFlaws(rawValue: 2)
  /// Nested deeper than ``TrackedValue/maximumDepth``.
  public static let tooDeep = TrackedValueFlaws(rawValue: 4)
  /// The value replaced an earlier one for the same key in the same place.
  public static let duplicateKey = TrackedValueFlaws(rawValue: 8)
}

extension TrackedValue {
  // Visible to the inlined initializers of ``TrackedProperty``.
  /// A quick check whether ``mended()`` has nothing to change. `false` means that it has to be asked.
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
    case .array, .properties: mendedContainer(depth: 1)
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

  private func mendedContainer(depth: Int) -> (value: TrackedValue, flaws: TrackedValueFlaws) {
    switch self {
    case .array(let values):
      if depth > Self.maximumDepth { return (.string(jsonForMending), .tooDeep) }
      var flaws: TrackedValueFlaws = []
      var mended = values
      for (index, value) in values.enumerated() {
        let (replacement, found) = value.mendedElement(depth: depth)
        if !found.isEmpty {
          mended[index] = replacement
          flaws.formUnion(found)
        }
      }
      return (.array(mended), flaws)
    case .properties(let properties):
      if depth > Self.maximumDepth { return (.string(jsonForMending), .tooDeep) }
      var flaws: TrackedValueFlaws = []
      var mended: [TrackedProperty] = []
      for (index, property) in properties.enumerated() {
        flaws.formUnion(property.flaws)
        let (replacement, found) = property.value.mendedElement(depth: depth)
        if found.isEmpty { continue }
        if mended.isEmpty { mended = Array(properties) }
        // Not through `init(key:saying:)`: to mend again what is mended would double the work on every level.
        mended[index] = TrackedProperty(key: property.key, mended: replacement, flaws: property.flaws.union(found))
        flaws.formUnion(found)
      }
      return (.properties(mended.isEmpty ? properties : TrackedProperties(unique: mended)), flaws)
    default:
      return mended()
    }
  }

  private func mendedElement(depth: Int) -> (value: TrackedValue, flaws: TrackedValueFlaws) {
    switch self {
    case .array, .properties: mendedContainer(depth: depth + 1)
    default: mended()
    }
  }
}

extension BinaryFloatingPoint {
  /// How a number that JSON cannot write is sent.
  var nameOfNonFinite: String {
    isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity"
  }
}
