import Dispatch

/// Runs the calls to a destination on a queue of their own, rather than on the few threads that all tasks share. A
/// destination that blocks its thread for ever takes up that one thread, and nothing of anybody else's.
package final class DestinationExecutor: TaskExecutor {
  /// How many there are for one hub at most. Of more destinations, some share one: threads are bounded too.
  static let limit = 32

  private let queue: DispatchQueue

  package init(name: String) {
    queue = DispatchQueue(label: "Trackable." + name)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
