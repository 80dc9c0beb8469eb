/// The events that wait for other actors. A pure state machine: ``SystemCore`` holds its lock and does the work.
///
/// No event waits for another one. A number only tells in which order they were tracked.
struct WaitingEvents {
  typealias Instant = ContinuousClock.Instant
  /// Called when everything before it has gone out.
  typealias Waiter = @Sendable () -> Void

  private struct Entry {
    let deadline: Instant
    let location: CodeLocation
    /// `nil` while it is being read or handed over.
    var event: PendingEvent?
  }

  /// How many events may wait. With one more, all go out as they are.
  static let capacity = 10_000

  private var entries: [Int: Entry] = [:]
  private var nextNumber = 0
  private var waiters: [(number: Int, waiter: Waiter)] = []

  var isFull: Bool { entries.count >= Self.capacity }

  /// Where the events were tracked that have not gone out yet, in order.
  var locations: [CodeLocation] { entries.sorted { $0.key < $1.key }.map(\.value.location) }

  mutating func append(_ event: PendingEvent, until deadline: Instant) -> Int {
    defer { nextNumber += 1 }
    entries[nextNumber] = Entry(deadline: deadline, location: event.event.location, event: event)
    return nextNumber
  }

  /// Takes an event out, to read it or to hand it over; `nil` if another thread has. ``putBack(_:_:)`` or ``finish(_:)``
  /// follows.
  mutating func take(_ number: Int) -> PendingEvent? { entries[number]?.event.take() }

  /// Something is still missing.
  mutating func putBack(_ number: Int, _ event: PendingEvent) { entries[number]?.event = event }

  /// Takes out all that wait, in order, or those whose time is up.
  mutating func takeAll(dueAt now: Instant? = nil) -> [(number: Int, event: PendingEvent)] {
    let due = entries.filter { entry in now.map { entry.value.deadline <= $0 } ?? true }.keys.sorted()
    return due.compactMap { number in take(number).map { (number, $0) } }
  }

  /// The first deadline of those that are not due.
  func firstDeadline(after now: Instant) -> Instant? { entries.values.lazy.map(\.deadline).filter { $0 > now }.min() }

  /// An event has gone out, or was dropped. Returns the waiters to call.
  mutating func finish(_ number: Int) -> [Waiter] {
    entries[number] = nil
    if waiters.isEmpty { return [] }
    let first = entries.keys.min() ?? nextNumber
    let reached = waiters.prefix { $0.number <= first }
    waiters.removeFirst(reached.count)
    return reached.map(\.waiter)
  }

  /// Keeps `waiter` until everything that waits now has gone out. If nothing waits, it is not kept, and the result is
  /// `false`.
  mutating func wait(_ waiter: @escaping Waiter) -> Bool {
    if entries.isEmpty { return false }
    waiters.append((nextNumber, waiter))
    return true
  }
}
