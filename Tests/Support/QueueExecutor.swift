import Dispatch

/// Runs an actor on a queue of its own, so that its work can be held up without blocking a thread that others need.
package final class QueueExecutor: SerialExecutor {
  package let queue: DispatchQueue

  package init(_ label: String) { queue = DispatchQueue(label: label) }

  /// `ExecutorJob` would need macOS 14, and so would `asUnownedSerialExecutor()`.
  package func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.unowned) }
  }

  package var unowned: UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
