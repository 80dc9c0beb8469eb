/// Where deliveries wait until there is a tracker, and how they get past each other: never.
///
/// A pure state machine; ``SystemCore`` holds the lock and performs what it answers.
///
/// | state | a delivery | a tracker arrives |
/// |---|---|---|
/// | holding | waits; the oldest is dropped and counted when there are too many | draining |
/// | draining | waits behind what is being replayed | the new tracker gets what is left |
/// | open | goes to the tracker at once | the new tracker takes over |
struct Outbox {
  /// How many deliveries wait at most: 1,000.
  static let capacity = 1_000

  private enum State {
    case holding
    case draining(any AnalyticsEventTracker)
    case open(any AnalyticsEventTracker)
  }

  private var state = State.holding
  private var waiting: [Delivery] = []
  private var oldest = 0
  private(set) var dropped = 0

  init(tracker: (any AnalyticsEventTracker)? = nil) {
    if let tracker { state = .open(tracker) }
  }

  /// The tracker that was given last.
  var tracker: (any AnalyticsEventTracker)? {
    switch state {
    case .holding: nil
    case .draining(let tracker), .open(let tracker): tracker
    }
  }

  /// The tracker to deliver to now, or `nil`: the delivery waits.
  mutating func submit(_ delivery: Delivery) -> (any AnalyticsEventTracker)? {
    if case .open(let tracker) = state { return tracker }
    if waiting.count < Self.capacity {
      waiting.append(delivery)
    } else {
      // A ring: the newest takes the place of the oldest.
      waiting[oldest] = delivery
      oldest = (oldest + 1) % Self.capacity
      dropped += 1
    }
    return nil
  }

  /// A tracker arrives. Answers whether the caller has to drain: to call ``next()`` until it answers `nil`.
  mutating func open(with tracker: any AnalyticsEventTracker) -> Bool {
    switch state {
    case .holding:
      state = .draining(tracker)
      return true
    case .draining:
      state = .draining(tracker)
      return false
    case .open:
      state = .open(tracker)
      return false
    }
  }

  /// What to deliver next, in order, and to whom. `nil` when nothing is left: from now on deliveries go through.
  mutating func next() -> (batch: [Delivery], tracker: any AnalyticsEventTracker)? {
    guard case .draining(let tracker) = state else { return nil }
    if waiting.isEmpty {
      state = .open(tracker)
      return nil
    }
    let batch = Array(waiting[oldest...] + waiting[..<oldest])
    waiting = []
    oldest = 0
    return (batch, tracker)
  }

  /// The number of deliveries dropped since this was last asked.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }
}
