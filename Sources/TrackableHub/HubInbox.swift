import Trackable

/// What was handed over and has not been distributed to the destinations. A caller appends, whatever the number of
/// destinations, and seldom wakes the hub's worker: that looks after a while. Each look at a destination distributes the inbox
/// first, so a caller sees no difference.
///
/// It has a lock of its own, which is held for as long as it takes to append a reference: so a caller does not wait for what
/// the hub does.
struct HubInbox: Sendable {
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
    var calls: [HubEntry] = []
    /// Whether the worker will look after a while, and at once.
    var isScheduled = false
    var isWoken = false
  }

  /// So many make the worker look at once: fewer than a queue has room for, and so many that a burst wakes it seldom.
  static let wakingCount = 256
  /// So many may wait here before callers help, about 2 MB: a burst is over before that.
  static let limit = 8_192
  /// So many a caller distributes then.
  static let help = 256

  private let state = Lock(State())
  /// Whether the worker looks at once after each call.
  private let isHurried: Bool

  init(isHurried: Bool) { self.isHurried = isHurried }

  func append(_ call: HubEntry) -> Duty {
    state.withLock { state in
      state.calls.append(call)
      if state.calls.count > Self.limit { return .help }
      if !state.isWoken, isHurried || state.calls.count >= Self.wakingCount {
        state.isWoken = true
        return .wake
      }
      if isHurried || state.isScheduled { return .nothing }
      state.isScheduled = true
      return .schedule
    }
  }

  /// Takes what came first, and no more than so much.
  func take(_ limit: Int) -> [HubEntry] {
    state.withLock { state in
      if state.calls.isEmpty { return [] }
      state.isWoken = false
      let taken = state.calls.count <= limit ? state.calls : Array(state.calls.prefix(limit))
      if taken.count < state.calls.count { state.calls.removeFirst(limit) } else { state.calls = [] }
      // So that a caller finds room.
      state.calls.reserveCapacity(Self.wakingCount)
      return taken
    }
  }

  /// The worker is about to take what is here. The next caller lets it look again.
  func look() { state.withLock { $0.isScheduled = false } }
}
