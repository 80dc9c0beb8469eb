/// The queue of deliveries that have to wait. None ever overtakes another.
///
/// A delivery may wait for the system's tracker, or for properties that are computed on another actor. This is a pure
/// state machine: ``SystemCore`` holds the lock, and performs what the methods return.
///
/// | what is waited for | a delivery |
/// |---|---|
/// | nothing | is performed at once |
/// | the system's tracker | is held if it goes there; if too many are held, the oldest is dropped and counted |
/// | an earlier delivery, which waits or is being performed | waits behind it |
///
/// If too many deliveries wait behind one event, that event goes out without what it is waiting for.
struct Outbox {
  /// How many deliveries are held until there is a tracker: at most 1,000.
  static let capacity = 1_000
  /// How many deliveries may wait behind each other: at most 10,000.
  static let waitingCapacity = 10_000

  /// A delivery and the trackers it goes to.
  struct Parcel: Sendable {
    let delivery: Delivery
    var route = TrackerRoute()
  }

  enum Entry: Sendable {
    case parcel(Parcel)
    /// Waits for other actors.
    case pending(PendingDelivery)
    /// Goes out without what it was waiting for.
    case givenUp(PendingDelivery)
  }

  /// What the caller has to do with a delivery.
  enum Answer: Sendable {
    /// Perform it now, with this as the system's tracker.
    case perform(system: (any AnalyticsEventTracker)?)
    /// Nothing: it waits.
    case wait
    /// It waits, and the caller has to drain: call ``next()`` until it returns `nil`.
    case drain
  }

  /// Called when everything before it has been performed.
  typealias Waiter = @Sendable () -> Void

  /// What to do next: call the waiters in `flushed`, then perform the entries in order, with `system` as the system's
  /// tracker.
  struct Batch: Sendable {
    let entries: [Entry]
    let system: (any AnalyticsEventTracker)?
    let flushed: [Waiter]
  }

  /// The tracker that was set last.
  private(set) var tracker: (any AnalyticsEventTracker)?
  /// How many held deliveries were dropped.
  private(set) var dropped = 0

  /// What was dropped. The caller takes it away, to release it outside of the lock.
  private var discarded: [Entry] = []
  private var held: [Delivery] = []
  private var oldestHeld = 0
  /// Entries before `head` are done. The entry at index 0 has the number `offset`.
  private var waiting: [Entry?] = []
  private var head = 0
  private var offset = 0
  private var isDraining = false
  private var flushes: [(number: Int, waiter: Waiter)] = []
  private let capacity: Int
  private let waitingCapacity: Int

  init(
    tracker: (any AnalyticsEventTracker)? = nil, capacity: Int = Self.capacity,
    waitingCapacity: Int = Self.waitingCapacity
  ) {
    self.tracker = tracker
    self.capacity = capacity
    self.waitingCapacity = waitingCapacity
  }

  /// Whether new deliveries have to be submitted here, because an earlier one is not yet performed.
  var isBusy: Bool { isDraining || head < waiting.count }

  private var nextNumber: Int { offset + waiting.count }

  mutating func submit(_ parcel: Parcel) -> Answer {
    if isBusy { return append(.parcel(parcel)) }
    if tracker == nil, !parcel.route.isSettled { hold(parcel.delivery) }
    return .perform(system: tracker)
  }

  /// Takes back a delivery from a batch that had no tracker for it. Returns the tracker if one has arrived in the
  /// meantime; otherwise the delivery is held.
  mutating func resubmit(_ delivery: Delivery) -> (any AnalyticsEventTracker)? {
    if let tracker, held.isEmpty { return tracker }
    hold(delivery)
    return nil
  }

  /// Reserves a place for a delivery that is not yet complete. The number is for ``complete(_:with:)``.
  mutating func reserve(for pending: PendingDelivery) -> (number: Int, answer: Answer) {
    let number = nextNumber
    return (number, append(.pending(pending)))
  }

  /// Takes a delivery that goes out without what it would have to wait for.
  mutating func submit(givenUp pending: PendingDelivery) -> Answer {
    let answer = append(.givenUp(pending))
    if case .wait = answer, head == waiting.count - 1, startDraining(true) { return .drain }
    return answer
  }

  /// The incomplete delivery with this number, if it is still waiting.
  func pending(_ number: Int) -> PendingDelivery? {
    let index = number - offset
    guard index >= head, index < waiting.count, case .pending(let pending) = waiting[index] else { return nil }
    return pending
  }

  /// Replaces an incomplete delivery after more of it has been read.
  mutating func update(_ number: Int, to pending: PendingDelivery) {
    if self.pending(number) != nil { waiting[number - offset] = .pending(pending) }
  }

  /// Completes a delivery. Returns whether the caller has to drain.
  mutating func complete(_ number: Int, with parcel: Parcel) -> Bool {
    // It may have gone out already, as one that was given up.
    guard pending(number) != nil else { return false }
    let index = number - offset
    waiting[index] = .parcel(parcel)
    return startDraining(index == head)
  }

  /// Sets the tracker. Returns whether the caller has to drain.
  mutating func open(with tracker: any AnalyticsEventTracker) -> Bool {
    self.tracker = tracker
    return startDraining(!held.isEmpty)
  }

  /// What to do next, or `nil` if there is nothing.
  mutating func next() -> Batch? {
    guard isDraining else { return nil }
    if let tracker, !held.isEmpty {
      let batch = (held[oldestHeld...] + held[..<oldestHeld]).map { Entry.parcel(Parcel(delivery: $0)) }
      held = []
      oldestHeld = 0
      return Batch(entries: batch, system: tracker, flushed: [])
    }
    // The previous batch is done, so those who waited for it are told before anything else is performed.
    let flushed = takeFlushed()
    let ready = takeReady()
    if flushed.isEmpty, ready.isEmpty {
      isDraining = false
      return nil
    }
    return Batch(entries: ready, system: tracker, flushed: flushed)
  }

  /// Keeps `waiter` until everything submitted before has been performed. If that is already the case, `waiter` is not
  /// kept, and the result is `false`.
  mutating func flush(_ waiter: @escaping Waiter) -> Bool {
    if !isBusy { return false }
    flushes.append((nextNumber, waiter))
    return true
  }

  /// The number of held deliveries that were dropped since the last call.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }

  /// Likewise the number of deliveries dropped while the first tracker was taking over, after `bootstrap` had asked for
  /// the number. Zero if there is no tracker.
  mutating func takeLate() -> Int { tracker == nil ? 0 : takeDropped() }

  /// What was dropped since the last call, to be released after unlocking.
  mutating func takeDiscarded() -> [Entry] {
    defer { discarded = [] }
    return discarded
  }
}

extension Outbox {
  private mutating func startDraining(_ isWorthIt: Bool) -> Bool {
    if isDraining || !isWorthIt { return false }
    isDraining = true
    return true
  }

  private mutating func hold(_ delivery: Delivery) {
    if held.count < capacity {
      held.append(delivery)
    } else {
      // The array is a ring buffer: the newest takes the place of the oldest.
      discarded.append(.parcel(Parcel(delivery: held[oldestHeld])))
      held[oldestHeld] = delivery
      oldestHeld = (oldestHeld + 1) % capacity
      dropped += 1
    }
  }

  private mutating func append(_ entry: Entry) -> Answer {
    var answer = Answer.wait
    if waiting.count - head >= waitingCapacity {
      if case .pending(let pending) = waiting[head] {
        waiting[head] = .givenUp(pending)
        if startDraining(true) { answer = .drain }
      } else {
        // The oldest is complete and still here, so whoever drains is stuck in a tracker that does not return.
        if let entry = waiting[head] { discarded.append(entry) }
        advance(by: 1)
      }
    }
    waiting.append(entry)
    return answer
  }

  private mutating func takeReady() -> [Entry] {
    var end = head
    while end < waiting.count {
      if case .pending = waiting[end] { break }
      end += 1
    }
    let ready = waiting[head..<end].compactMap { $0 }
    advance(by: end - head)
    return ready
  }

  private mutating func takeFlushed() -> [Waiter] {
    let reached = offset + head
    let flushed = flushes.filter { $0.number <= reached }
    if !flushed.isEmpty { flushes.removeFirst(flushed.count) }
    return flushed.map(\.waiter)
  }

  private mutating func advance(by count: Int) {
    // Cleared while the batch or `discarded` still holds them. If they stayed, the array would be their last owner, and
    // would release them under the lock.
    for index in head..<head + count { waiting[index] = nil }
    head += count
    if head == waiting.count || head >= waitingCapacity {
      offset += head
      waiting.removeFirst(head)
      head = 0
    }
  }
}
