import Dispatch

/// Runs the worker of one destination on a queue of its own, rather than on the few threads that all tasks share. A
/// destination that blocks its thread for ever takes up that one thread, and nothing of anybody else's.
final class DestinationExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(name: String) {
    queue = DispatchQueue(label: "Trackable." + name)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Blocks the thread for a millisecond. It belongs to this one destination, so nobody else is delayed.
  func rest() {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
  }
}
