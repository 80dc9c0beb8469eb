import Synchronization

/// What applies to a task and its child tasks: looked up once for each event.
final class TaskScope: Sendable {
  /// A test's own system.
  let core: SystemCore?
  /// What ``withTrackedProperties(_:tracker:operation:)`` made known.
  let context: TrackingContext?

  init(core: SystemCore?, context: TrackingContext?) {
    self.core = core
    self.context = context
    Self.wasEverMade.store(true, ordering: .relaxed)
    if core != nil { Self.hadSystem.store(true, ordering: .relaxed) }
  }

  @TaskLocal static var scope: TaskScope?

  // Most apps never make a scope, and then nothing is looked up. A task sees the flag that was set before its scope
  // was. Benchmarks: depth 4 (134 instructions).
  /// The scope that applies here.
  @inline(__always)
  static var current: TaskScope? { wasEverMade.load(ordering: .relaxed) ? scope : nil }

  /// Whether there ever was one in this process.
  static let wasEverMade = Atomic(false)
  /// Whether one ever had a system of its own.
  static let hadSystem = Atomic(false)
}

extension TrackingContext {
  /// What `withTrackedProperties` made known to the current task, innermost nearest.
  public static var current: TrackingContext { TaskScope.current?.context ?? TrackingContext() }
}
