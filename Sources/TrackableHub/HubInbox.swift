import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What was handed over and has not been distributed to the destinations. A caller appends to the queue of its thread,
/// whatever the number of destinations, and wakes nobody while others keep coming: somebody will look after a while.
///
/// Whoever looks at a destination distributes what is here first, so the difference cannot be seen.
///
/// There are several queues, the stripes, because threads that share one spend their time on its lock. A caller holds
/// the lock of its stripe while it appends, gets its call's number and decides what it has to do. Whoever takes, or has
/// looked, holds all of these locks: so each caller comes before all of that, or after all of it. That is why the calls
/// of all threads have one order, and why no caller relies on somebody who has already looked.
struct HubInbox: ~Copyable, Sendable {
  /// One call, and where it goes.
  struct Call {
    let delivery: TrackerCall
    let time: Date
    let destinations: [Int]
    /// Its place in the order of all calls.
    fileprivate(set) var number = 0

    init(delivery: TrackerCall, time: Date, destinations: [Int]) {
      self.delivery = delivery
      self.time = time
      self.destinations = destinations
    }
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

  /// So many make somebody look at once.
  static let wakingCount = 64
  /// So many may wait here before callers help, about 2 MB: a burst is over before that.
  static let limit = 8_192
  /// How many threads can append at the same time, if they are lucky. A power of two.
  static let stripeCount = 8

  private let stripes = Lock(stripes: stripeCount) { _ in [Call]() }
  // Changed under the lock of a stripe only, and read under it or by those who need not know the latest: so no more
  // order than that of the locks is needed.
  /// How many calls have come.
  private let appended = AtomicWord()
  /// How many of them have been taken.
  private let taken = AtomicWord()
  /// How many had come when somebody last looked after a while.
  private let seen = AtomicWord()
  /// Whether somebody will look after a while.
  private let isScheduled = AtomicFlag()
  private let isWoken = AtomicFlag()
  /// Whether somebody is to look at once, always.
  private let isHurried: Bool

  init(isHurried: Bool) { self.isHurried = isHurried }

  @inline(__always)
  func append(_ call: consuming Call) -> Duty {
    stripes.withLock(stripe: CurrentThread.stripe(of: Self.stripeCount), giving: call) {
      (calls: inout [Call], call: consuming Call) -> Duty in
      let number = Int(appended.add(1))
      call.number = number
      calls.append(call)
      return duty(waiting: number + 1 - Int(taken.value))
    }
  }

  @inline(__always)
  private func duty(waiting count: Int) -> Duty {
    if count > Self.limit { return .help }
    if isHurried || count >= Self.wakingCount, Self.set(isWoken) { return .wake }
    return !isHurried && Self.set(isScheduled) ? .schedule : .nothing
  }

  /// Whether it was not set already.
  private static func set(_ flag: borrowing AtomicFlag) -> Bool {
    // Reads first: threads that write to the same memory wait for each other.
    !flag.isSet && !flag.exchange(true)
  }

  /// Exchanges everything that is here for the empty arrays of what has been distributed, whose room is used again.
  func take(into arrivals: inout HubArrivals) {
    // Nothing that the caller knows of. What comes now has a duty of its own.
    if appended.value == taken.value { return }
    stripes.withAllLocks(each: { arrivals.exchange(&$1, stripe: $0) }) {
      taken.set(appended.value)
      isWoken.set(false)
    }
  }

  /// Somebody has looked after a while. Returns whether somebody is to look again: if anything has come since the last
  /// time.
  func look() -> Bool {
    stripes.withAllLocks {
      let count = appended.value
      let isUsed = seen.exchange(count) != count
      isScheduled.set(isUsed)
      return isUsed
    }
  }
}
