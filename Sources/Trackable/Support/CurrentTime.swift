#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The time of day for timestamps: the computer's time, unless the current task has a clock of its own, as in a test.
package enum CurrentTime {
  package typealias Source = @Sendable () -> Date

  static var date: Date { @inline(never) get { kept?.value() ?? ofComputer } }

  /// The clock of the current task, for work that goes on in other tasks.
  package static var source: Source { { [kept] in kept?.value() ?? ofComputer } }

  /// The computer's time, for a caller without a clock of its own.
  @inline(__always) static var ofComputer: Date { Date() }

  /// The time in seconds from the reference date, for other modules.
  package static var seconds: Double { date.timeIntervalSinceReferenceDate }

  // Boxed, because of an error of Swift 6.3.1: if the compiler inlines a task-local value of function type into a loop,
  // it omits the value's type, which crashes. `AttributionTests` in release.
  @TaskLocal static var kept: Boxed<Source>?
}
