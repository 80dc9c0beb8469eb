import Foundation

/// Now, on two clocks.
struct StoreTime: Sendable {
  /// Milliseconds since 1970, for the age of records. May jump.
  let wall: Int64
  /// Time since some moment, for intervals. Never goes back.
  let elapsed: Duration

  private static let start = ContinuousClock.now

  static var now: StoreTime { StoreTime(wall: Date().milliseconds, elapsed: start.duration(to: .now)) }
}

extension Duration {
  /// The same, unless it is below zero, or so long that clocks cannot count it: 68 years are long enough.
  var bounded: Duration { min(max(self, .zero), .seconds(Int64(1) << 31)) }
}
