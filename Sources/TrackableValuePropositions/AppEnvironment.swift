#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Trackable

/// A point in time on two clocks: the wall clock, and a clock that never goes back.
struct Moment: Sendable {
  /// The time for timestamps. The user can set this clock.
  let date: Date
  /// The time for durations.
  let instant: ContinuousClock.Instant
}

/// The clocks and the generator of IDs that sessions and timings use. A test can replace them.
struct AppEnvironment: Sendable {
  let makeID: @Sendable () -> String
  let now: @Sendable () -> Moment

  /// Without a clock, the environment uses the current system's clock for deadlines. Without a date, the environment
  /// uses the clock for the timestamps of events.
  init(
    clock: (any Clock<Duration>)? = nil, date: (@Sendable () -> Date)? = nil,
    makeID: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    let time = clock.map { SystemTime($0) } ?? TrackableSystem.value { SystemTime.computer }
    self.makeID = makeID
    now = {
      Moment(date: date?() ?? Date(timeIntervalSinceReferenceDate: CurrentTime.seconds), instant: time.now())
    }
  }
}
