/// The events that are not sent yet, because an object of their chain must be read on another actor. A pure state
/// machine: ``SystemCore`` holds its lock, and carries out its decisions.
///
/// No event waits for another one. An event's number only records the order of the calls.
struct WaitingEvents {
  /// The most events that may wait. If there is one more, all of them go out as they are.
  static let capacity = 10_000

  /// The index of an entry is the event's number. The entry is `nil` after the event has gone out. `limit` is the
  /// longest wait of the event. `event` is `nil` while a thread reads or sends the event. If `isDue`, the event goes
  /// out after that without waiting again. A slice, because its indices stay when the first entries are removed.
  private var events: ArraySlice<(location: CodeLocation, limit: Duration, event: PendingEvent?, isDue: Bool)?> = []
  private var count = 0
  /// The functions to call when all events with smaller numbers have gone out.
  private var waiters: [(number: Int, waiter: @Sendable () -> Void)] = []

  var isFull: Bool { count >= Self.capacity }

  /// The places in the code of the events that have not gone out, in order.
  var locations: [CodeLocation] { events.compactMap { $0?.location } }

  mutating func enqueue(_ event: PendingEvent, limit: Duration) -> Int {
    count += 1
    events.append((event.event.location, limit, event, false))
    return events.endIndex - 1
  }

  /// Takes an event out, to read or to send it; `nil` if another thread has it. The caller then calls ``requeue(_:_:)``
  /// or ``finish(_:)``.
  mutating func dequeue(_ number: Int) -> PendingEvent? {
    isHere(number) ? events[number]?.event.take() : nil
  }

  /// Enqueues an event again that still needs a read. Returns `false` if the event is due, and has to go out without
  /// the read.
  mutating func requeue(_ number: Int, _ event: PendingEvent) -> Bool {
    if events[number]?.isDue == true { return false }
    events[number]?.event = event
    return true
  }

  /// Takes out all waiting events, in order. An event that a thread is reading goes out after that.
  ///
  /// - Parameter last: The event whose time is up. Takes out only this event, and earlier events whose limit is no
  ///   greater.
  mutating func dequeueAll(dueWith last: Int? = nil) -> [(number: Int, event: PendingEvent)] {
    if let last, !isHere(last) { return [] }
    let limit = last.flatMap { events[$0]?.limit } ?? .seconds(Int64.max)
    return events.indices.compactMap { number in
      guard number <= last ?? .max, let waiting = events[number], waiting.limit <= limit else { return nil }
      events[number]?.isDue = true
      return dequeue(number).map { (number, $0) }
    }
  }

  private func isHere(_ number: Int) -> Bool { events.indices.contains(number) && events[number] != nil }

  /// Removes an event that has gone out, or was dropped. Returns the waiters to call.
  mutating func finish(_ number: Int) -> [@Sendable () -> Void] {
    count -= 1
    events[number] = nil
    events = events.drop { $0 == nil }
    let reached = waiters.prefix { $0.number <= events.startIndex }
    waiters.removeFirst(reached.count)
    return reached.map(\.waiter)
  }

  /// Keeps `waiter` until all events that wait now have gone out. If no event waits, returns `false`, and does not keep
  /// `waiter`.
  mutating func wait(_ waiter: @escaping @Sendable () -> Void) -> Bool {
    if events.isEmpty { return false }
    waiters.append((events.endIndex, waiter))
    return true
  }
}
