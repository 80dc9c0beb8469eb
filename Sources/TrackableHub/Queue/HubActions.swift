import Trackable

/// The actions that a hub's state machine, ``HubQueue``, asks for. ``HubCore`` carries the actions out, and runs
/// adopters' code outside of the lock.
struct HubActions {
  /// The work to start at destinations.
  var work: [(destination: Int, job: Int, work: DestinationQueue.Work)] = []
  /// The jobs to cancel.
  var cancelled: [(destination: Int, job: Int)] = []
  /// The results of single destinations for waiters (suspended callers, see ``HubQueue``). A waiter resumes after its
  /// last partial result.
  var partialResults: [(waiter: Int, result: DeliveryResult)] = []
  /// The waiters to resume, and their results.
  var resumed: [(waiter: Int, result: DeliveryResult)] = []
  /// The dropped calls, kept until the lock is released, so that no adopter's `deinit` runs under the lock.
  var discarded: [HubCall] = []
  var problems: [HubProblem] = []
  /// Whether the last destination has just ended.
  var isEnd = false
  /// The time at which the hub calls the state machine again.
  var deadline: Duration?

  mutating func askAgain(at time: Duration) {
    deadline = deadline.map { min($0, time) } ?? time
  }
}
