/// What applies to a task and its child tasks: looked up once for each event.
final class TaskScope: Sendable {
  /// A test's own system.
  let core: SystemCore?
  /// What ``withTrackedProperties(_:tracker:operation:)`` made known.
  let context: TrackingContext?

  init(core: SystemCore?, context: TrackingContext?) {
    self.core = core
    self.context = context
  }

  @TaskLocal static var current: TaskScope?
}

extension TrackingContext {
  /// What `withTrackedProperties` made known to the current task, innermost nearest.
  public static var current: TrackingContext { TaskScope.current?.context ?? TrackingContext() }
}
