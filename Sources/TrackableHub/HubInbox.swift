import Trackable

/// Calls that the hub has not distributed to the destinations yet. A caller appends once for all destinations, and seldom
/// wakes the hub's worker, which looks after a while. Each look at a destination distributes the inbox first.
///
/// It has a lock of its own, so a caller does not wait for the hub's work.
struct HubInbox: Sendable {
  /// One call, and where it goes.
  struct Arrival: Sendable {
    let call: TrackerCall
    /// When it was made.
    let time: Envelope.Time
    let destinations: [Int]
    /// Who waits for it to arrive.
    var waiter: Int?
  }

  /// What the caller has to do.
  enum Duty {
    case nothing
    /// Let the worker look after a while.
    case schedule
    /// Let the worker look at once.
    case wake
    /// Distribute ``HubInbox/help`` of it, because the worker does not keep up.
    case help
  }

  private struct State {
    var arrivals: [Arrival] = []
    /// Whether the worker will look after a while, and at once.
    var isScheduled = false
    var isWoken = false
    /// How many callers wait for their own calls.
    var confirming = 0
  }

  /// The number of calls at which the worker looks at once: fewer than a queue has room for, and enough that a burst
  /// seldom wakes the worker.
  static let wakingCount = 256
  /// The number of calls that may wait here before callers help, about 2 MB: a burst is over before that.
  static let limit = 8_192
  /// The number of calls for which an empty inbox keeps room.
  static let roomKept = 1_024
  /// The number of calls that a helping caller distributes.
  static let help = 256

  private let state = Lock(State())
  /// Whether the worker looks at once after each call.
  private let isHurried: Bool

  init(isHurried: Bool) { self.isHurried = isHurried }

  /// - Parameter waiter: Who waits for the call, if one of ``confirming(_:)`` hands it over.
  func append(_ arrival: consuming Arrival, waiter: () -> Int?) -> Duty {
    state.withLock(giving: consume arrival) { (state: inout State, arrival: consuming Arrival) -> Duty in
      state.arrivals.append(consume arrival)
      if state.confirming > 0 { state.arrivals[state.arrivals.count - 1].waiter = waiter() }
      if state.arrivals.count > Self.limit { return .help }
      if !state.isWoken, isHurried || state.arrivals.count >= Self.wakingCount {
        state.isWoken = true
        return .wake
      }
      if isHurried || state.isScheduled { return .nothing }
      state.isScheduled = true
      return .schedule
    }
  }

  /// Swaps all calls for the empty array `arrivals`, whose room is used again. If there are more calls than `limit`,
  /// moves the first `limit` calls instead.
  func take(_ limit: Int, into arrivals: inout [Arrival]) {
    state.withLock { state in
      if state.arrivals.isEmpty { return }
      state.isWoken = false
      if state.arrivals.count <= limit { return swap(&state.arrivals, &arrivals) }
      arrivals += state.arrivals.prefix(limit)
      state.arrivals.removeFirst(limit)
    }
  }

  /// Runs a body whose calls a waiter waits for.
  func confirming(_ body: () -> Void) {
    state.withLock { $0.confirming += 1 }
    defer { state.withLock { $0.confirming -= 1 } }
    body()
  }

  /// The worker is about to take the calls. The next caller lets it look again.
  func look() { state.withLock { $0.isScheduled = false } }
}
