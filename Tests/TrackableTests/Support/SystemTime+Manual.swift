import Trackable

extension SystemTime {
  /// Time that passes when a test says so: what is to be done later is handed to `schedule`.
  static func manual(
    _ schedule: @escaping @Sendable (_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> Void
  ) -> SystemTime {
    var time = SystemTime.computer
    time.schedule = schedule
    return time
  }
}
