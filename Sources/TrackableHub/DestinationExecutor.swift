import Dispatch
import Trackable

/// Runs the calls to destinations on threads of their own, rather than on the few threads that all tasks share. A
/// destination that blocks forever blocks only its own thread. The other destinations use the free threads.
///
/// Limits: before iOS 18 and macOS 15, the library cannot choose the thread of a task. There, destinations use the
/// shared threads.
package final class DestinationExecutor: Sendable {
  /// The most threads that a hub uses. If this many destinations block, the other destinations wait until one returns.
  static let limit = 32

  /// A `QueueExecutor`, on systems that have task executors.
  private let executor: (any Executor)?

  /// - Parameter width: The most threads that the executor uses.
  package init(name: String, width: Int = 1) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *) {
      executor = QueueExecutor(name: "Trackable." + name, width: width)
    } else {
      executor = nil
    }
  }

  /// Starts an unstructured task on the executor.
  package func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *) {
      return Task.detached(executorPreference: executor as? any TaskExecutor) { await work() }
    }
    return Task.detached { await work() }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
private final class QueueExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// The queues on which no job runs. Each queue is serial, so a job has a thread to itself.
    var idle: [DispatchQueue]
  }

  private let state: Lock<State>

  init(name: String, width: Int) {
    state = Lock(State(idle: (0..<width).map { _ in DispatchQueue(label: name) }))
  }

  /// Keeps the executor alive while ``enqueue(_:)`` runs. The task of a job keeps the executor alive only until the job
  /// ends, and another thread may end the job earlier.
  private final class Keeper: Sendable {
    let executor: QueueExecutor
    init(_ executor: QueueExecutor) { self.executor = executor }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let (job, keeper) = (UnownedJob(job), Keeper(self))
    let queue = state.withLock { state in
      state.jobs.append(job)
      return state.idle.popLast()
    }
    queue?.async { keeper.executor.work(on: queue) }
    withExtendedLifetime(keeper) {}
  }

  /// Runs jobs in order of arrival until none is left.
  private func work(on queue: DispatchQueue?) {
    while let job = next(on: queue) { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next(on queue: DispatchQueue?) -> UnownedJob? {
    state.withLock { state in
      if !state.jobs.isEmpty { return state.jobs.removeFirst() }
      if let queue { state.idle.append(queue) }
      return nil
    }
  }
}
