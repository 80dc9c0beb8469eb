/// The events that wait for other actors. A pure state machine: ``SystemCore`` holds its lock and does the work.
///
/// No event waits for another one. A number only tells in which order they were tracked.
struct WaitingEvents {
  typealias Instant = ContinuousClock.Instant
  /// Called when everything before it has gone out.
  typealias Waiter = @Sendable () -> Void

  private struct Entry {
    let number: Int
    let deadline: Instant
    let location: CodeLocation
    /// `nil` while it is being read or handed over.
    var event: Boxed<PendingEvent>?
  }

  /// How many events may wait. With one more, all go out as they are.
  static let capacity = 10_000

  /// In the order of their numbers.
  private var entries: [Entry] = []
  private var nextNumber = 0
  private var waiters: [(number: Int, waiter: Waiter)] = []

  var isFull: Bool { entries.count >= Self.capacity }

  /// Where the events were tracked that have not gone out yet, in order.
  var locations: [CodeLocation] { entries.map(\.location) }

  mutating func append(_ event: PendingEvent, until deadline: Instant) -> Int {
    defer { nextNumber += 1 }
    entries.append(
      Entry(number: nextNumber, deadline: deadline, location: event.event.location, event: Boxed(event)))
    return nextNumber
  }

  // Mostly the first one.
  private func index(of number: Int) -> Int? { entries.firstIndex { $0.number == number } }

  /// Takes an event out, to read it or to hand it over; `nil` if another thread has. ``putBack(_:_:)`` or ``finish(_:)``
  /// follows.
  mutating func take(_ number: Int) -> PendingEvent? { index(of: number).flatMap { entries[$0].event.take()?.value } }

  /// Something is still missing.
  mutating func putBack(_ number: Int, _ event: PendingEvent) {
    if let index = index(of: number) { entries[index].event = Boxed(event) }
  }

  /// Takes out all that wait, in order, or those whose time is up.
  mutating func takeAll(dueAt now: Instant? = nil) -> [(number: Int, event: PendingEvent)] {
    entries.indices.compactMap { index in
      if let now, entries[index].deadline > now { return nil }
      return entries[index].event.take().map { (entries[index].number, $0.value) }
    }
  }

  /// The first deadline of those that are not due.
  func firstDeadline(after now: Instant) -> Instant? {
    entries.reduce(nil) { first, entry in
      entry.deadline > now ? min(first ?? entry.deadline, entry.deadline) : first
    }
  }

  /// An event has gone out, or was dropped. Returns the waiters to call.
  mutating func finish(_ number: Int) -> [Waiter] {
    if let index = index(of: number) { entries.remove(at: index) }
    if waiters.isEmpty { return [] }
    let first = entries.first?.number ?? nextNumber
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
