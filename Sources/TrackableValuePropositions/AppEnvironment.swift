#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Trackable

/// A moment, by the clock on the wall and by one that only goes forwards.
struct Moment: Sendable {
  /// The time of day, for events. The user can set it.
  let date: Date
  /// For durations.
  let instant: ContinuousClock.Instant
}

/// The injected parts: the clocks and the generator of IDs.
struct AppEnvironment: Sendable {
  let makeID: @Sendable () -> String
  let now: @Sendable () -> Moment

  /// Without a clock, the environment goes by that of the current system. Without a time of day, it goes by that of events
  /// that are tracked now.
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
