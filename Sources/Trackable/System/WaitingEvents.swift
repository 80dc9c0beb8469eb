/// The events that wait because an object of their chain has to be read on another actor. This type is a pure state
/// machine: ``SystemCore`` holds the lock, reads the objects, and sends the events.
///
/// No event waits for another event. The number of an event only records the order of the calls.
struct WaitingEvents {
  /// The most events that may wait. If there is one more, the system sends all of them, and waits for no further reads.
  static let capacity = 10_000

  private struct Entry {
    let location: CodeLocation
    /// The longest wait of the event.
    let limit: Duration
    /// The event; `nil` while a thread reads or sends it.
    var event: PendingEvent?
    /// Whether the thread that has the event sends it without letting it wait again.
    var isDue = false
  }

  /// The index of an entry is the event's number. The entry is `nil` after the event was sent. The variable is a slice,
  /// because the indices of a slice stay when the first entries are removed.
  private var events: ArraySlice<Entry?> = []
  private var count = 0
  /// The functions to call when all events with smaller numbers were sent.
  private var waiters: [(number: Int, waiter: @Sendable () -> Void)] = []

  var isFull: Bool { count >= Self.capacity }

  /// The locations at which the waiting events were tracked, in the order of tracking.
  var locations: [CodeLocation] { events.compactMap { $0?.location } }

  mutating func enqueue(_ event: PendingEvent, limit: Duration) -> Int {
    count += 1
    events.append(Entry(location: event.event.location, limit: limit, event: event))
    return events.endIndex - 1
  }

  /// Takes an event out, so that the caller can read or send it; `nil` if another thread has the event. The caller then
  /// calls ``requeue(_:_:)`` or ``finish(_:)``.
  mutating func dequeue(_ number: Int) -> PendingEvent? {
    isWaiting(number) ? events[number]?.event.take() : nil
  }

  /// Enqueues an event again that still needs a read. Returns `false` if the event is due, so that the caller has to
  /// send it without the read.
  mutating func requeue(_ number: Int, _ event: PendingEvent) -> Bool {
    if events[number]?.isDue == true { return false }
    events[number]?.event = event
    return true
  }

  /// Takes out all waiting events, earliest first. If a thread is reading an event, that thread sends the event after
  /// the read.
  ///
  /// - Parameter last: The event whose longest wait is over. If it is given, the method takes out only this event, and
  ///   earlier events whose limit is no greater.
  mutating func dequeueAll(dueWith last: Int? = nil) -> [(number: Int, event: PendingEvent)] {
    if let last, !isWaiting(last) { return [] }
    let limit = last.flatMap { events[$0]?.limit } ?? .seconds(Int64.max)
    return events.indices.compactMap { number in
      guard number <= last ?? .max, let waiting = events[number], waiting.limit <= limit else { return nil }
      events[number]?.isDue = true
      return dequeue(number).map { (number, $0) }
    }
  }

  private func isWaiting(_ number: Int) -> Bool { events.indices.contains(number) && events[number] != nil }

  /// Removes an event that was sent or dropped. Returns the waiters to call.
  mutating func finish(_ number: Int) -> [@Sendable () -> Void] {
    count -= 1
    events[number] = nil
    events = events.drop { $0 == nil }
    let reached = waiters.prefix { $0.number <= events.startIndex }
    waiters.removeFirst(reached.count)
    return reached.map(\.waiter)
  }

  /// Keeps `waiter` until all events that wait now were sent. If no event waits, returns `false`, and does not keep
  /// `waiter`.
  mutating func wait(_ waiter: @escaping @Sendable () -> Void) -> Bool {
    if events.isEmpty { return false }
    waiters.append((events.endIndex, waiter))
    return true
  }
}
