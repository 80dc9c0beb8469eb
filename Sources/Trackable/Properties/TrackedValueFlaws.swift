/// Why a property is not sent exactly as it was given.
///
/// No value ever traps: see ``TrackedValue`` for what is sent instead. The property remembers why, and the call that
/// tracks it reports a ``TrackableIssue`` with that call's file and line.
// Visible to the inlined initializers of `TrackedProperty`.
@usableFromInline
struct TrackedValueFlaws: OptionSet, Sendable, Hashable {
  @usableFromInline let rawValue: UInt8

  @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

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
