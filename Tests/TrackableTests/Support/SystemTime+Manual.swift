import Trackable

extension SystemTime {
  /// Time that a test advances: `schedule` gets the work for later.
  static func manual(
    _ schedule: @escaping @Sendable (_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> Void
  ) -> SystemTime {
    var time = SystemTime.computer
    time.schedule = schedule
    return time
  }
}
