import Dispatch

/// What a system tells the time by: the computer's clocks, or those of a test.
package struct SystemTime: Sendable {
  /// Tells when an event has waited long enough.
  package var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Runs something later, on a thread that no actor and no task can keep busy.
  package var schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void = { delay, body in
    // Bounded first: `components` traps where the seconds do not fit.
    let (seconds, attoseconds) = max(.zero, min(delay, .seconds(1_000_000_000))).components
    queue.asyncAfter(deadline: .now() + (Double(seconds) + Double(attoseconds) * 1e-18), execute: body)
  }
  /// Tells the time of day for timestamps; `nil` means the computer's.
  var date: Boxed<CurrentTime.Source>?
  /// How long a flush may take at least.
  var leastFlush = Duration.zero

  /// A queue of its own, because deadlines must not wait for the task pool.
  private static let queue = DispatchQueue(label: "Trackable.deadlines", attributes: .concurrent)
}

extension SystemTime {
  /// The computer's clocks.
  package static var computer: SystemTime { SystemTime() }

  /// The computer's clocks, and at least five minutes for a flush: a test that is not about deadlines may be late on a
  /// busy machine.
  package static var patient: SystemTime { SystemTime(leastFlush: .seconds(300)) }

  /// Deadlines by any clock, and the time of day.
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
