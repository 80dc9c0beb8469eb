import Dispatch

/// Starts the calls to a destination on a queue of their own, rather than on the few threads that all tasks share. A
/// destination that blocks its thread without end takes up that one thread, and none that another destination needs.
///
/// Limits: systems before iOS 18 and macOS 15 have no way to say where a task runs. There it is one of the shared threads.
package final class DestinationExecutor: Sendable {
  /// How many there are for one hub at most. Of more destinations, some share one: threads are bounded too.
  static let limit = 32

  /// A `QueueExecutor`, where the system has such.
  private let executor: (any Executor)?

  package init(name: String) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *) {
      executor = QueueExecutor(queue: DispatchQueue(label: "Trackable." + name))
    } else {
      executor = nil
    }
  }

  /// Starts a task of its own.
  package func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *) {
      return Task.detached(executorPreference: executor as? any TaskExecutor) { await work() }
    }
    return Task.detached { await work() }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
private final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
