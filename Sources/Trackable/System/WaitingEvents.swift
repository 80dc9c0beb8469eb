/// The events that wait for other actors. A pure state machine: ``SystemCore`` holds its lock and does the work.
///
/// No event waits for another one. A number only tells in which order they were tracked.
struct WaitingEvents {
  /// How many events may wait. With one more, all go out as they are.
  static let capacity = 10_000

  /// The index of an entry is the event's number; the entry is `nil` once the event has gone out. A slice, because its
  /// indices stay when the first entries go, and no entry is moved then. `limit` is how long the event may wait.
  /// `event` is `nil` while a thread reads the event or hands it over. An event that is due goes out as it is.
  private var events: ArraySlice<(location: CodeLocation, limit: Duration, event: PendingEvent?, isDue: Bool)?> = []
  private var count = 0
  /// Called when all events with smaller numbers have gone out.
  private var waiters: [(number: Int, waiter: @Sendable () -> Void)] = []

  var isFull: Bool { count >= Self.capacity }

  /// Where the events were tracked that have not gone out yet, in order.
  var locations: [CodeLocation] { events.compactMap { $0?.location } }

  mutating func append(_ event: PendingEvent, limit: Duration) -> Int {
    count += 1
    events.append((event.event.location, limit, event, false))
    return events.endIndex - 1
  }

  /// Takes an event out, to read it or to hand it over; `nil` if another thread has. ``putBack(_:_:)`` or
  /// ``finish(_:)`` follows.
  mutating func take(_ number: Int) -> PendingEvent? {
    isHere(number) ? events[number]?.event.take() : nil
  }

  /// Something is still missing. Returns `false` if the event goes out all the same.
  mutating func putBack(_ number: Int, _ event: PendingEvent) -> Bool {
    if events[number]?.isDue == true { return false }
    events[number]?.event = event
    return true
  }

  /// Takes out all waiting events, in order. An event that is being read goes out after its read.
  ///
  /// - Parameter last: The event whose time is up. Only this event, and earlier events whose limit is no greater, are
  ///   taken out.
  mutating func takeAll(dueWith last: Int? = nil) -> [(number: Int, event: PendingEvent)] {
    if let last, !isHere(last) { return [] }
    let limit = last.flatMap { events[$0]?.limit } ?? .seconds(Int64.max)
    return events.indices.compactMap { number in
      guard number <= last ?? .max, let waiting = events[number], waiting.limit <= limit else { return nil }
      events[number]?.isDue = true
      return take(number).map { (number, $0) }
    }
  }

  private func isHere(_ number: Int) -> Bool { events.indices.contains(number) && events[number] != nil }

  /// An event that was taken has gone out, or was dropped. Returns the waiters to call.
  mutating func finish(_ number: Int) -> [@Sendable () -> Void] {
    count -= 1
    events[number] = nil
    events = events.drop { $0 == nil }
    let reached = waiters.prefix { $0.number <= events.startIndex }
    waiters.removeFirst(reached.count)
    return reached.map(\.waiter)
  }

  /// Keeps `waiter` until everything that waits now has gone out. If nothing waits, it is not kept, and the result is
  /// `false`.
  mutating func wait(_ waiter: @escaping @Sendable () -> Void) -> Bool {
    if events.isEmpty { return false }
    waiters.append((events.endIndex, waiter))
    return true
  }
}
