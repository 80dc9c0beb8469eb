import Dispatch

/// The clocks of a tracking system: those of the computer, or those of a test.
package struct SystemTime: Sendable {
  /// The time for deadlines.
  package var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Runs a closure later, on a thread that no actor and no task can keep busy.
  package var schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void = { delay, body in
    // The delay is limited first, because `components` traps if the seconds do not fit into an `Int64`.
    let (seconds, attoseconds) = max(.zero, min(delay, .seconds(1_000_000_000))).components
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
    schedule = { delay, body in
      let deadline = clock.now.advanced(by: delay)
      Task.detached {
        try? await clock.sleep(until: deadline, tolerance: nil)
        body()
      }
    }
    self.date = date.map { Boxed($0) }
  }
}
