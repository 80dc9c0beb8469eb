#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The source of timestamps: the computer's clock, or the clock of the current task if a test has given it one.
package enum CurrentTime {
  package typealias Source = @Sendable () -> Date

  static var date: Date { @inline(never) get { kept?.value() ?? ofComputer } }

  /// The clock of the current task, as a value for work that continues in other tasks.
  package static var source: Source { { [kept] in kept?.value() ?? ofComputer } }

  /// The computer's time, for a caller without a clock of its own.
  static var ofComputer: Date { Date() }

  /// The time in seconds from the reference date, for other modules.
  package static var seconds: Double { date.timeIntervalSinceReferenceDate }

  // The closure is boxed because of an error of Swift 6.3.1: if the compiler inlines a task-local value of function
  // type into a loop, it omits the value's type, and the program crashes. Without the box, `AttributionTests` crash in
  // release builds.
  @TaskLocal static var kept: Boxed<Source>?
}
