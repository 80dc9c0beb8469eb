#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Trackable

/// The injected parts: clocks and the generator of IDs.
struct AppEnvironment: Sendable {
  let makeID: @Sendable () -> String
  /// The time of day; `nil` means the system's.
  private let date: (@Sendable () -> Date)?
  private let elapsed: @Sendable () -> Duration

  init<C: Clock<Duration>>(
    clock: C, date: @escaping @Sendable () -> Date, makeID: @escaping @Sendable () -> String
  ) {
    let start = clock.now
    self.date = date
    self.makeID = makeID
    elapsed = { start.duration(to: clock.now) }
  }

  /// The clocks of the current scope's system, and random UUIDs.
  private init(_ time: SystemTime) {
    let start = time.now()
    date = nil
    makeID = { UUID().uuidString }
    elapsed = { start.duration(to: time.now()) }
  }

  static var ofSystem: AppEnvironment { AppEnvironment(TrackableSystem.value { SystemTime.computer }) }

  /// Without a time of day of its own, that of events which are tracked now.
  var moment: Moment {
    Moment(date: date?() ?? Date(timeIntervalSinceReferenceDate: CurrentTime.seconds), elapsed: elapsed())
  }
}
