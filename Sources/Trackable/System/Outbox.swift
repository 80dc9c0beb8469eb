/// Where deliveries wait, and how they get past each other: never.
///
/// Two things may have to be waited for: the system's tracker, and parts of an event that are said on another actor.
/// A pure state machine; ``SystemCore`` holds the lock and performs what it answers.
///
/// | what is waited for | a delivery |
/// |---|---|
/// | nothing | is performed at once |
/// | the system's tracker | is held, if it goes there; the oldest is dropped and counted when there are too many |
/// | an event before it, or whoever performs those | waits behind it |
///
/// When too many deliveries wait for one event, that event goes out without what it waits for.
struct Outbox {
  /// How many deliveries are held at most until there is a tracker: 1,000.
  static let capacity = 1_000
  /// How many deliveries wait behind each other at most: 10,000.
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
    /// Goes out without what it waited for.
    case givenUp(PendingDelivery)
  }

  /// What to do with a delivery.
  enum Answer: Sendable {
    /// Perform it now, with this as the system's tracker.
    case perform(system: (any AnalyticsEventTracker)?)
    /// Nothing: it waits.
    case wait
    /// It waits, and the caller has to drain: to call ``next()`` until it answers `nil`.
    case drain
  }

  /// To be told that everything before it has been performed.
  typealias Waiter = @Sendable () -> Void

  /// Who is to be told; then what to perform, in this order, with this as the system's tracker.
  struct Batch: Sendable {
    let entries: [Entry]
    let system: (any AnalyticsEventTracker)?
    let flushed: [Waiter]
  }

  /// The tracker that was given last.
  private(set) var tracker: (any AnalyticsEventTracker)?
  /// How many held deliveries were dropped.
  private(set) var dropped = 0

  /// What was dropped, until somebody takes it away to release it outside of the lock.
  private var discarded: [Entry] = []
  private var held: [Delivery] = []
  private var oldestHeld = 0
  /// Those before `head` are gone. The entry at index 0 has the number `offset`.
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

  /// Whether deliveries have to be submitted: another one may be before them.
  var isBusy: Bool { isDraining || head < waiting.count }

  private var nextNumber: Int { offset + waiting.count }

  mutating func submit(_ parcel: Parcel) -> Answer {
    if isBusy { return append(.parcel(parcel)) }
    if tracker == nil, !parcel.route.isSettled { hold(parcel.delivery) }
    return .perform(system: tracker)
  }

  /// What a batch did not find a tracker for: it is held, unless one has come in the meantime.
  mutating func resubmit(_ delivery: Delivery) -> (any AnalyticsEventTracker)? {
    if let tracker, held.isEmpty { return tracker }
    hold(delivery)
    return nil
  }

  /// A place for a delivery that is not complete, and its number for ``complete(_:with:)``.
  mutating func reserve(for pending: PendingDelivery) -> (number: Int, answer: Answer) {
    let number = nextNumber
    return (number, append(.pending(pending)))
  }

  /// Takes a delivery for which nobody can be asked.
  mutating func submit(givenUp pending: PendingDelivery) -> Answer {
    let answer = append(.givenUp(pending))
    if case .wait = answer, head == waiting.count - 1, startDraining(true) { return .drain }
    return answer
  }

  /// What was reserved under this number, if it is still waited for.
  func pending(_ number: Int) -> PendingDelivery? {
    let index = number - offset
    guard index >= head, index < waiting.count, case .pending(let pending) = waiting[index] else { return nil }
    return pending
  }

  /// More of it was read.
  mutating func update(_ number: Int, to pending: PendingDelivery) {
    if self.pending(number) != nil { waiting[number - offset] = .pending(pending) }
  }

  /// What was waited for is here. Answers whether the caller has to drain.
  mutating func complete(_ number: Int, with parcel: Parcel) -> Bool {
    // It may have been given up before.
    guard pending(number) != nil else { return false }
    let index = number - offset
    waiting[index] = .parcel(parcel)
    return startDraining(index == head)
  }

  /// A tracker arrives. Answers whether the caller has to drain.
  mutating func open(with tracker: any AnalyticsEventTracker) -> Bool {
    self.tracker = tracker
    return startDraining(!held.isEmpty)
  }

  /// What to do next, or `nil` when there is nothing.
  mutating func next() -> Batch? {
    guard isDraining else { return nil }
    if let tracker, !held.isEmpty {
      let batch = (held[oldestHeld...] + held[..<oldestHeld]).map { Entry.parcel(Parcel(delivery: $0)) }
      held = []
      oldestHeld = 0
      return Batch(entries: batch, system: tracker, flushed: [])
    }
    // What was performed last is behind the head: whoever waited for it is told before anything else is performed.
    let flushed = takeFlushed()
    let ready = takeReady()
    if flushed.isEmpty, ready.isEmpty {
      isDraining = false
      return nil
    }
    return Batch(entries: ready, system: tracker, flushed: flushed)
  }

  /// Whether `waiter` is kept, to be told when everything that was submitted before has been performed.
  mutating func flush(_ waiter: @escaping Waiter) -> Bool {
    if !isBusy { return false }
    flushes.append((nextNumber, waiter))
    return true
  }

  /// The number of deliveries that were held and dropped since this was last asked.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }

  /// The number of those among them that were dropped while a tracker was coming: whoever brought it does not know.
  mutating func takeLate() -> Int { tracker == nil ? 0 : takeDropped() }

  /// What was dropped since this was last asked: to be released after unlocking.
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
      // A ring: the newest takes the place of the oldest.
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
        // Whoever drains is kept by a tracker that does not return.
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
    // What is gone is not kept: its last owner must not let go of it here, under the lock.
    for index in head..<head + count { waiting[index] = nil }
    head += count
    if head == waiting.count || head >= waitingCapacity {
      offset += head
      waiting.removeFirst(head)
      head = 0
    }
  }
}
