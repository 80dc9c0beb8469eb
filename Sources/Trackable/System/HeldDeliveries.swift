/// What is tracked before there is a tracker: the first 1,000 events and 1,000 user changes.
///
/// Events are held with ranks 1 to 6. They get rank 7 when the tracker comes. While they are replayed, what others track
/// is held too, about 1,000 in all; what comes later passes at once, so that no thread is kept delivering what others
/// produce.
struct HeldDeliveries {
  static let capacity = 1_000

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
  /// How many more may be held while those before are replayed; `nil` while there is no tracker.
  private var budget: Int?
  private(set) var dropped = 0
  private(set) var isHolding: Bool

  init(isHolding: Bool) { self.isHolding = isHolding }

  mutating func hold(_ delivery: Delivery) -> Answer {
    guard isHolding else { return .passes }
    if let budget {
      if budget <= 0 { return .passes }
      self.budget = budget - 1
      deliveries.append(delivery)
      return .held
    }
    // Counted apart: an event under the wrong user is worse than one that is missing.
    let isEvent = if case .track = delivery { true } else { false }
    if (isEvent ? events : deliveries.count - events) == Self.capacity {
      dropped += 1
      return dropped == 1 ? .droppedFirst : .dropped
    }
    if isEvent { events += 1 }
    deliveries.append(delivery)
    return .held
  }

  /// Forgets what is held, except who the user is. Returns what is to be released after unlocking.
  mutating func purge() -> [Delivery] {
    let all = deliveries
    (deliveries, events, dropped) = (all.filter(\.tellsUser), 0, 0)
    return all
  }

  /// A tracker has come. Returns what to replay first, and how many were dropped; continue with ``nextBatch()``. Nothing
  /// is returned if another call is replaying already.
  mutating func open() -> (batch: [Delivery], dropped: Int) {
    if budget != nil { return ([], 0) }
    let batch = (deliveries, dropped)
    (deliveries, events, dropped) = ([], 0, 0)
    if batch.0.isEmpty { isHolding = false } else { budget = Self.capacity }
    return batch
  }

  /// What was held during the replay so far. Once it returns nothing, nothing is held any more.
  mutating func nextBatch() -> [Delivery] {
    let batch = deliveries
    deliveries = []
    if batch.isEmpty || budget.map({ $0 <= 0 }) ?? true {
      isHolding = false
      budget = nil
    }
    return batch
  }
}
