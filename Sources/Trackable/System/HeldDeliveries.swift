/// What is tracked before there is a tracker: the first 1,000 events and 1,000 user changes, and always who the user is.
///
/// Events are held with ranks 1 to 6. They get rank 7 when the tracker comes. While they are replayed, what others track
/// is held too, about 1,000 in all; what comes later passes at once, so that no thread is kept delivering what others
/// produce. Who the user is never overtakes what waits, nor does anything overtake it.
struct HeldDeliveries {
  static let capacity = 1_000
  /// How many more may wait behind a change of the user, if the tracker takes its time.
  static let waitingCapacity = 10_000

  enum Answer {
    case held
    /// Dropped, and the first one to be dropped.
    case droppedFirst
    case dropped
    /// Not held: it passes.
    case passes
  }

  private var deliveries: [Delivery] = []
  private var events = 0
  /// How many of what is held say who the user is, or purge.
  private var changes = 0
  /// Whether any of what is being replayed does.
  private var isReplayingChange = false
  /// How many more may be held while those before are replayed; `nil` while there is no tracker.
  private var budget: Int?
  private(set) var dropped = 0
  private(set) var isHolding: Bool

  init(isHolding: Bool) { self.isHolding = isHolding }

  mutating func hold(_ delivery: Delivery) -> Answer {
    guard isHolding else { return .passes }
    if let budget {
      let isOrdinary = !delivery.isChange
      if budget <= 0, isOrdinary, changes == 0, !isReplayingChange { return .passes }
      if budget <= -Self.waitingCapacity, isOrdinary { return drop() }
      self.budget = budget - 1
      append(delivery)
      return .held
    }
    // Counted apart: an event under the wrong user is worse than one that is missing.
    let isEvent = if case .track = delivery { true } else { false }
    if (isEvent ? events : deliveries.count - events) >= Self.capacity {
      if !delivery.isChange { return drop() }
      if delivery.tellsUser { forgetLastUsers(before: delivery) }
    }
    if isEvent { events += 1 }
    append(delivery)
    return .held
  }

  /// Of several changes of the user in a row, the last one counts. They are too many, and none may be dropped: whatever
  /// comes later would be somebody else's.
  private mutating func forgetLastUsers(before delivery: Delivery) {
    var hasReset = false
    while let last = deliveries.last, last.tellsUser {
      if case .reset = last { hasReset = true }
      deliveries.removeLast()
      changes -= 1
    }
    if hasReset, case .identify = delivery { append(.reset) }
  }

  private mutating func append(_ delivery: Delivery) {
    deliveries.append(delivery)
    if delivery.isChange { changes += 1 }
  }

  private mutating func drop() -> Answer {
    dropped += 1
    return dropped == 1 ? .droppedFirst : .dropped
  }

  /// Forgets what is held, except who the user is. Returns what is to be released after unlocking.
  mutating func purge() -> [Delivery] {
    let all = deliveries
    (deliveries, events, dropped) = (all.filter(\.tellsUser), 0, 0)
    changes = deliveries.count
    return all
  }

  /// A tracker has come. Returns what to replay first, and how many were dropped; continue with ``nextBatch()``. Nothing
  /// is returned if another call is replaying already.
  mutating func open() -> (batch: [Delivery], dropped: Int) {
    if budget != nil { return ([], 0) }
    let dropped = dropped
    (events, self.dropped) = (0, 0)
    budget = Self.capacity
    return (nextBatch(), dropped)
  }

  /// What was held during the replay so far; what was returned before has been replayed. Once it returns nothing, nothing
  /// is held any more.
  mutating func nextBatch() -> [Delivery] {
    let batch = deliveries
    isReplayingChange = changes > 0
    (deliveries, changes) = ([], 0)
    if batch.isEmpty {
      isHolding = false
      budget = nil
    }
    return batch
  }
}
