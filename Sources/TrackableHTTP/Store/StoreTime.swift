import Foundation

/// Now, on two clocks.
package struct StoreTime: Sendable {
  /// Milliseconds since 1970, for the age of records. May jump.
  package let wall: Int64
  /// Time since some moment, for intervals. Never goes back.
  package let elapsed: Duration

  package init(wall: Int64, elapsed: Duration) {
    self.wall = wall
    self.elapsed = elapsed
  }

  private static let start = ContinuousClock.now

  package static var now: StoreTime {
    StoreTime(wall: Int64(Date().timeIntervalSince1970 * 1_000), elapsed: start.duration(to: .now))
  }
}

extension Duration {
  /// Whole milliseconds, as many as fit.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000)
    return isTooMuch ? (seconds < 0 ? .min : .max) : whole + attoseconds / 1_000_000_000_000_000
  }
}
