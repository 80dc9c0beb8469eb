import Dispatch
import Trackable

/// Runs the calls to destinations on threads of their own, rather than on the few that all tasks share. A destination that blocks
/// its thread without end takes up that one thread; the jobs of the others go to the threads that are free.
///
/// Limits: systems before iOS 18 and macOS 15 have no way to say where a task runs. There it is one of the shared threads.
package final class DestinationExecutor: Sendable {
  /// The most threads that a hub takes. If this many destinations block, the other destinations wait for the first to
  /// return.
  static let limit = 32

  /// A `QueueExecutor`, on systems that have task executors.
  private let executor: (any Executor)?

  /// - Parameter width: How many threads it takes at most.
  package init(name: String, width: Int = 1) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *) {
      executor = QueueExecutor(name: "Trackable." + name, width: width)
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
  private struct State {
    var jobs: [UnownedJob] = []
    /// The queues on which no job runs. Each is serial: one that runs something has a thread of its own.
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

  /// Runs jobs, the first ones first, until none is left.
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
