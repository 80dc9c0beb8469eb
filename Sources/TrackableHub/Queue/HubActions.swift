import Trackable

/// The requests of a hub's state machine. ``HubCore`` carries them out, adopters' code outside of the lock.
struct HubActions {
  /// Work to start at destinations.
  var work: [(destination: Int, call: Int, work: DestinationQueue.Work)] = []
  /// Calls that are to be cancelled.
  var cancelled: [(destination: Int, call: Int)] = []
  /// The answers of destinations to waiters: a waiter goes on when all have answered.
  var answers: [(waiter: Int, result: DeliveryResult)] = []
  /// Waiters that can go on, and their results.
  var answered: [(waiter: Int, result: DeliveryResult)] = []
  /// Dropped calls. They are here only so that they are not released under the lock.
  var discarded: [HubCall] = []
  var problems: [HubProblem] = []
  /// Whether all destinations have ended just now.
  var isEnd = false
  /// When the machine is to be asked again.
  var deadline: Duration?

  mutating func askAgain(at time: Duration) {
    deadline = deadline.map { min($0, time) } ?? time
  }
}
