import Trackable

/// The calls that the hub has not distributed to the destinations yet. A caller enqueues a call once for all
/// destinations. The hub's worker looks into the inbox after a delay, so a call seldom wakes it. The hub distributes
/// the calls of the inbox before it starts work at a destination.
///
/// The inbox has a lock of its own, so a caller does not wait for the hub's work.
struct HubInbox: Sendable {
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
    var calls: [AddressedCall] = []
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
  func enqueue(_ call: consuming AddressedCall, waiter: () -> Int?) -> Duty? {
    state.withLock(giving: consume call) { (state: inout State, call: consuming AddressedCall) -> Duty? in
      state.calls.append(consume call)
      if state.confirming > 0 { state.calls[state.calls.count - 1].waiter = waiter() }
      if state.calls.count > Self.limit { return .help }
      if !state.isWoken, isHurried || state.calls.count >= Self.wakingCount {
        state.isWoken = true
        return .wake
      }
      if isHurried || state.isScheduled { return nil }
      state.isScheduled = true
      return .schedule
    }
  }

  /// Swaps all calls for the empty array `calls`, so that the inbox uses the memory of that array again. If there
  /// are more than `limit` calls, moves only the first `limit` calls.
  func dequeue(_ limit: Int, into calls: inout [AddressedCall]) {
    state.withLock { state in
      if state.calls.isEmpty { return }
      state.isWoken = false
      if state.calls.count <= limit { return swap(&state.calls, &calls) }
      calls += state.calls.prefix(limit)
      state.calls.removeFirst(limit)
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
