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
    // `components` traps where the seconds do not fit, and `attoseconds` needs iOS 18.
    let limit = Duration.seconds(Int64.max / 1_000)
    if self >= limit { return .max }
    if self <= .zero - limit { return .min }
    let (seconds, attoseconds) = components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }

  /// The same, unless it is below zero, or so long that clocks cannot count it: 68 years are as good as for ever.
  var bounded: Duration { min(max(self, .zero), .seconds(Int64(1) << 31)) }
}
