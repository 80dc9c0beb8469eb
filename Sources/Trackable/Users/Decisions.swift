/// The decisions and purges of the whole process, in order: every decision of any consent, and every purge.
package enum Decisions {
  private static let latest = AtomicWord()

  /// The number of the last decision or purge; 0 before the first. Each new call carries this number:
  /// ``UserStamp/decision``.
  @inline(__always) package static var number: UInt64 { latest.value }

  /// The ``number`` at the call of `purge`, for a purge that has waited and is now being made: it concerns the calls
  /// with a smaller number.
  @TaskLocal package static var callsBefore: UInt64?

  /// Counts a decision or a purge, and returns its number. Earlier calls have a smaller number. The count comes before
  /// the effect, so a call with this number may still have met the earlier state.
  package static func next() -> UInt64 { latest.add(1) + 1 }
}
