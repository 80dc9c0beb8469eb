import Dispatch

/// The clocks of a tracking system: those of the computer, or those of a test.
package struct SystemTime: Sendable {
  /// The time for deadlines.
  package var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Runs a closure at a time, on a thread that no actor and no task can keep busy. It calls no adopter's code, so a
  /// caller may hold a lock. A time that has passed is now.
  package var schedule: @Sendable (ContinuousClock.Instant, @escaping @Sendable () -> Void) -> Void = { time, body in
    // The delay is limited first, because `components` traps if the seconds do not fit into an `Int64`.
    let delay = max(.zero, min(ContinuousClock.now.duration(to: time), .seconds(1_000_000_000)))
    let (seconds, attoseconds) = delay.components
    queue.asyncAfter(deadline: .now() + (Double(seconds) + Double(attoseconds) * 1e-18), execute: body)
  }
  /// The clock for timestamps; `nil` means the computer's clock.
  var date: Boxed<CurrentTime.Source>?
  /// The shortest timeout of a flush.
  var leastFlush = Duration.zero

  /// Deadlines have their own queue, because they must not wait for the threads that all tasks share.
  private static let queue = DispatchQueue(label: "Trackable.deadlines", attributes: .concurrent)
}

extension SystemTime {
  /// The computer's clocks.
  package static var computer: SystemTime { SystemTime() }

  /// The computer's clocks, with at least five minutes for a flush, because a test that is not about deadlines may be
  /// late on a busy machine.
  package static var patient: SystemTime { SystemTime(leastFlush: .seconds(300)) }

  /// A clock for deadlines, and a clock for timestamps.
  package init(_ clock: some Clock<Duration>, date: CurrentTime.Source? = nil) {
    let (start, zero) = (clock.now, ContinuousClock.now)
    now = { zero + start.duration(to: clock.now) }
    schedule = { time, body in
      Task.detached {
        try? await clock.sleep(until: start.advanced(by: zero.duration(to: time)), tolerance: nil)
        body()
      }
    }
    self.date = date.map { Boxed($0) }
  }
}
