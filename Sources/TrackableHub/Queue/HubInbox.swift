import Trackable

/// The calls that the hub has not distributed to the destinations yet. A caller enqueues a call once for all
/// destinations. The hub's worker looks into the inbox after a delay, so a call seldom wakes it. The hub distributes
/// the calls of the inbox before it starts work at a destination.
///
/// The inbox has a lock of its own, so a caller does not wait for the hub's work.
struct HubInbox: Sendable {
  /// A call, and its destinations.
  struct Arrival: Sendable {
    let call: TrackerCall
    /// The time of the call.
    let time: Envelope.Time
    let destinations: [Int]
    /// The user of an error or a `reset`, because such a call carries no user to the thread that distributes it.
    var user: UserStamp?
    /// The number of the suspended caller that waits for the call, if there is one: see ``HubQueue``.
    var waiter: Int?

    /// The user, and the number of the latest decision about consent, at the time of the call; for a `reset`, the user
    /// who signs out. `nil` for a purge, and for a call that no system made.
    var stamp: UserStamp? { user ?? call.stamp }
  }

  /// What the caller has to do after it has enqueued a call.
  enum Duty {
    /// Wake the worker after the delay.
    case schedule
    /// Wake the worker now.
    case wake
    /// Distribute ``HubInbox/help`` calls, because the worker does not keep up.
    case help
  }

  private struct State {
    var arrivals: [Arrival] = []
    /// Whether the worker is going to look into the inbox after the delay, and whether it is going to look immediately.
    var isScheduled = false
    var isWoken = false
    /// The number of callers inside ``confirming(_:)``, each of which waits for its own calls.
    var confirming = 0
  }

  /// The number of calls at which a caller wakes the worker: fewer calls than a queue has room for, and so many that a
  /// burst seldom wakes the worker.
  static let wakingCount = 256
  /// The number of calls above which callers help to distribute; these calls take about 2 MB. Most bursts end before
  /// they reach this number.
  static let limit = 8_192
  /// The number of calls for which an empty inbox keeps memory.
  static let roomKept = 1_024
  /// The number of calls that a helping caller distributes.
  static let help = 256

  private let state = Lock(State())
  /// Whether each call wakes the worker, because the policy has no delay.
  private let isHurried: Bool

  init(isHurried: Bool) { self.isHurried = isHurried }

  /// - Parameter waiter: The waiter for the call, if the caller is inside ``confirming(_:)``.
  func enqueue(_ arrival: consuming Arrival, waiter: () -> Int?) -> Duty? {
    state.withLock(giving: consume arrival) { (state: inout State, arrival: consuming Arrival) -> Duty? in
      state.arrivals.append(consume arrival)
      if state.confirming > 0 { state.arrivals[state.arrivals.count - 1].waiter = waiter() }
      if state.arrivals.count > Self.limit { return .help }
      if !state.isWoken, isHurried || state.arrivals.count >= Self.wakingCount {
        state.isWoken = true
        return .wake
      }
      if isHurried || state.isScheduled { return nil }
      state.isScheduled = true
      return .schedule
    }
  }

  /// Swaps all calls for the empty array `arrivals`, so that the inbox uses the memory of that array again. If there
  /// are more than `limit` calls, moves only the first `limit` calls.
  func dequeue(_ limit: Int, into arrivals: inout [Arrival]) {
    state.withLock { state in
      if state.arrivals.isEmpty { return }
      state.isWoken = false
      if state.arrivals.count <= limit { return swap(&state.arrivals, &arrivals) }
      arrivals += state.arrivals.prefix(limit)
      state.arrivals.removeFirst(limit)
    }
  }

  /// Runs a closure while a waiter waits for its calls.
  func confirming(_ body: () -> Void) {
    state.withLock { $0.confirming += 1 }
    defer { state.withLock { $0.confirming -= 1 } }
    body()
  }

  /// The worker is about to distribute the calls. The next caller wakes the worker again.
  func beginDistributing() { state.withLock { $0.isScheduled = false } }
}
