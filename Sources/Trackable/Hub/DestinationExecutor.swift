import Dispatch

/// Where the worker of one destination runs: on a queue of its own, not among the few threads that all tasks share. A
/// destination that blocks its thread for ever takes that one thread, and nothing from anybody else.
final class DestinationExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(name: String) {
    queue = DispatchQueue(label: "Trackable." + name)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Blocks the thread, which belongs to one destination, for a millisecond.
  func nap() {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
  }
}
