import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What was handed over and has not been distributed to the destinations. A caller appends, whatever the number of
/// destinations, and wakes nobody while others keep coming: somebody will look after a while. One who looks at a destination
/// distributes what is here first, so the difference cannot be seen.
///
/// It has a lock of its own, which is held for as long as it takes to append: so a caller does not wait for what the hub does.
struct HubInbox: Sendable {
  /// One call, and where it goes.
  struct Call {
    let delivery: TrackerCall
    let time: Date
    let destinations: [Int]
  }

  /// What the caller has to do.
  enum Duty {
    case nothing
    /// Let somebody look after a while.
    case schedule
    /// Let somebody look at once.
    case wake
    /// Distribute some of it, because nobody keeps up.
    case help
  }

  private struct State {
    var calls: [Call] = []
    /// Whether anything has come since somebody last looked after a while, and whether somebody will.
    var wasUsed = false
    var isScheduled = false
    var isWoken = false
  }

  /// So many make somebody look at once.
  static let wakingCount = 64
  /// So many may wait here before callers help, about 2 MB: a burst is over before that.
  static let limit = 8_192

  private let state = Lock(State())
  /// Whether somebody is to look at once, always.
  private let isHurried: Bool

  init(isHurried: Bool) { self.isHurried = isHurried }

  func append(_ call: consuming Call) -> Duty {
    state.withLock(stripe: 0, giving: call) { (state: inout State, call: consuming Call) -> Duty in
      state.calls.append(call)
      state.wasUsed = true
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

  /// Exchanges everything that is here for the empty array of what has been distributed, whose room is used again.
  func take(into arrivals: inout HubArrivals) {
    state.withLock { state in
      if state.calls.isEmpty { return }
      arrivals.exchange(&state.calls)
      state.isWoken = false
    }
  }

  /// Somebody has looked after a while. Returns whether somebody is to look again: if anything has come since the last
  /// time.
  func look() -> Bool {
    state.withLock { state in
      state.isScheduled = state.wasUsed
      state.wasUsed = false
      return state.isScheduled
    }
  }
}
