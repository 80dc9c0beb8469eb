import Trackable

extension SystemTime {
  /// Time that a test advances: `schedule` gets the work for later.
  static func manual(
    _ schedule: @escaping @Sendable (_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> Void
  ) -> SystemTime {
    var time = SystemTime.computer
    let now = time.now()
    time.now = { now }
    time.schedule = { schedule(now.duration(to: $0), $1) }
    return time
  }
}
