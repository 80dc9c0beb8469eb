import Dispatch
import Trackable

/// Starts the calls to a destination on a queue of their own, rather than on the few threads that all tasks share. A
/// destination that blocks its thread without end takes up that one thread, and none that another destination needs.
///
/// Limits: systems before iOS 18 and macOS 15 have no way to say where a task runs. There it is one of the shared threads.
package final class DestinationExecutor: Sendable {
  /// How many there are for one hub at most: threads are bounded too. So many destinations may block, and no other waits.
  static let limit = 32

  /// A `QueueExecutor`, where the system has such.
  private let executor: (any Executor)?
  private let load = Lock(Load())

  /// The executor with the least to do takes the next call.
  fileprivate struct Load {
    /// How many of its jobs wait or run. A call that is suspended has none, and one that blocks its thread always has.
    var jobs = 0
    var calls = 0

    static func < (one: Load, other: Load) -> Bool { (one.jobs, one.calls) < (other.jobs, other.calls) }
  }

  package init(name: String) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *) {
      executor = QueueExecutor(queue: DispatchQueue(label: "Trackable." + name))
    } else {
      executor = nil
    }
  }

  /// The one of several that is likeliest to begin at once.
  static func idlest(of executors: [DestinationExecutor]) -> DestinationExecutor? {
    executors.map { ($0, $0.currentLoad) }.min { $0.1 < $1.1 }?.0
  }

  private var currentLoad: Load {
    var load = load.withLock { $0 }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *) {
      load.jobs = (executor as? QueueExecutor)?.jobs.withLock { $0 } ?? 0
    }
    return load
  }

  /// Starts a task of its own.
  package func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    load.withLock { $0.calls += 1 }
    let work: @Sendable () async -> Void = { [self] in
      await work()
      load.withLock { $0.calls -= 1 }
    }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *) {
      return Task.detached(executorPreference: executor as? any TaskExecutor) { await work() }
    }
    return Task.detached { await work() }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
private final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue
  let jobs = Lock(0)

  init(queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0 += 1 }
    queue.async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
      self.jobs.withLock { $0 -= 1 }
    }
  }
}
