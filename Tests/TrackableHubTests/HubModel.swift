import Trackable

@testable import TrackableHub

/// One destination in naive words: everything it was ever given, each with what became of it, and one list of what is to
/// be done, in which a flush is an element like any other.
struct ModelDestination {
  enum Fate: Hashable { case pending, delivered, failed, overflow, afterShutdown }

  struct Item {
    let number: Int
    let isUserChange: Bool
    /// Who is suspended because there is no room for it.
    var caller: Int?
  }

  enum Step {
    case item(Item)
    case flush(waiter: Int)
  }

  enum Worker: Equatable {
    case none, configuring, parked, stopped
    /// What it has in hand, in order.
    case delivering([Int])
    case flushing([Int])
  }

  let capacity: Int
  let overflow: OverflowPolicy
  let retries: Int

  var fates: [Fate] = []
  var steps: [Step] = []
  var worker = Worker.none
  var failures = 0
  var isConfigured = false
  var hasGivenUp = false
  var isClosing = false
  var isClosed = false
  var wasFlushedLast = false
  var lost = 0
  var arrived: [Int] = []

  init(capacity: Int, overflow: OverflowPolicy, retries: Int) {
    self.capacity = capacity
    self.overflow = overflow
    self.retries = retries
  }

  var isOver: Bool { hasGivenUp || isClosed }
  var items: [Item] { steps.compactMap { if case .item(let item) = $0 { item } else { nil } } }

  func count(_ fate: Fate) -> Int { fates.count { $0 == fate } }

  /// `nil`: the caller has to wait.
  mutating func enqueue(isUserChange: Bool, caller: Int?) -> Bool? {
    let number = fates.count
    fates.append(.pending)
    if hasGivenUp || isClosing || isClosed {
      fates[number] = hasGivenUp ? .failed : .afterShutdown
      return false
    }
    var item = Item(number: number, isUserChange: isUserChange, caller: nil)
    let room = items.count { $0.isUserChange == isUserChange && $0.caller == nil }
    if room >= capacity {
      if !isUserChange && (overflow == .dropNewest || (overflow == .suspend && caller == nil)) {
        fates[number] = .overflow
        return false
      }
      if !isUserChange && overflow == .suspend {
        item.caller = caller
        steps.append(.item(item))
        return nil
      }
      drop { $0.isUserChange == isUserChange }
    }
    steps.append(.item(item))
    return true
  }

  /// The first such item is dropped for want of room.
  private mutating func drop(_ condition: (Item) -> Bool) {
    for index in steps.indices {
      if case .item(let item) = steps[index], condition(item) {
        fates[item.number] = .overflow
        steps.remove(at: index)
        return
      }
    }
  }

  /// Lets in who waits for room, and answers who that was.
  mutating func admit() -> [Int] {
    var admitted: [Int] = []
    for index in steps.indices {
      guard case .item(var item) = steps[index], let caller = item.caller else { continue }
      if items.count(where: { !$0.isUserChange && $0.caller == nil }) >= capacity { break }
      item.caller = nil
      steps[index] = .item(item)
      admitted.append(caller)
    }
    return admitted
  }

  mutating func withdraw(_ waiter: Int) -> Bool {
    if items.contains(where: { $0.caller == waiter }) {
      drop { $0.caller == waiter }
      return true
    }
    var found = false
    steps.removeAll { step in
      if case .flush(waiter) = step { found = true; return true }
      return false
    }
    if case .flushing(let waiters) = worker, waiters.contains(waiter) {
      worker = .flushing(waiters.filter { $0 != waiter })
      found = true
    }
    return found
  }

  /// Whether there is anything to wait for.
  mutating func flush(_ waiter: Int) -> Bool {
    if isOver || (count(.pending) == 0 && !isConfigured) { return false }
    steps.append(.flush(waiter: waiter))
    return true
  }

  /// The worker looks for something to do.
  mutating func work() {
    if isOver {
      worker = .stopped
    } else if !isConfigured {
      worker = .configuring
    } else {
      var waiters: [Int] = []
      while case .flush(let waiter)? = steps.first {
        waiters.append(waiter)
        steps.removeFirst()
      }
      let isLast = isClosing && items.isEmpty && !wasFlushedLast
      if !waiters.isEmpty || isLast {
        wasFlushedLast = isLast
        worker = .flushing(waiters)
      } else if !items.isEmpty {
        var hand: [Int] = []
        while hand.count < 32, case .item(let item)? = steps.first, item.caller == nil {
          hand.append(item.number)
          steps.removeFirst()
        }
        worker = .delivering(hand)
      } else if isClosing {
        isClosed = true
        worker = .stopped
      } else {
        worker = .parked
      }
    }
  }

  /// Everything that is left ends like this. Answers who waited for it.
  mutating func abandon(_ fate: Fate) -> [Int] {
    var waiters: [Int] = []
    for step in steps {
      switch step {
      case .item(let item): if let caller = item.caller { waiters.append(caller) }
      case .flush(let waiter): waiters.append(waiter)
      }
    }
    if case .flushing(let more) = worker { waiters += more }
    for number in fates.indices where fates[number] == .pending { fates[number] = fate }
    steps = []
    return waiters
  }
}
