/// What the state machine of a hub asks for. ``HubCore`` does it, adopters' code outside of the lock.
struct HubActions {
  /// What is to be started at destinations.
  var work: [(destination: Int, call: Int, work: DestinationQueue.Work)] = []
  /// Calls that are to be cancelled.
  var cancelled: [(destination: Int, call: Int)] = []
  /// What destinations answer to waiters: each is told when all have answered.
  var answers: [(waiter: Int, result: DeliveryResult)] = []
  /// Waiters that can go on, and what they are told.
  var answered: [(waiter: Int, result: DeliveryResult)] = []
  /// What was dropped. It is kept here only so that it is not released under the lock.
  var discarded: [HubEntry] = []
  var problems: [HubProblem] = []
  /// Whether all destinations have ended just now.
  var isEnd = false
  /// When the machine is to be asked again.
  var deadline: Duration?

  mutating func askAgain(at time: Duration) {
    deadline = deadline.map { min($0, time) } ?? time
  }
}
