#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The time of day for timestamps: the computer's, unless the current task has another one, as in a test.
package enum CurrentTime {
  package typealias Source = @Sendable () -> Date

  static var date: Date { @inline(never) get { kept?.value() ?? ofComputer } }

  /// The computer's, for a caller that knows of no other.
  @inline(__always) static var ofComputer: Date { Date() }

  /// The same in seconds from the reference date, for modules above.
  package static var seconds: Double { date.timeIntervalSinceReferenceDate }

  // Boxed, because where Swift 6.3.1 inlines a task-local value of function type into a loop, it pushes it without its
  // type, which crashes. `AttributionTests` in release.
  @TaskLocal static var kept: Boxed<Source>?
}
