/// The events that wait for other actors, and those that are being handed to their trackers after they did. A pure state
/// machine: ``SystemCore`` holds the lock, and performs what the methods return.
///
/// Nothing waits behind an entry. Its number is only the order of tracking, for those who flush.
struct IncompleteQueue {
  typealias Instant = ContinuousClock.Instant

  /// How many events may wait. More go out at once, as they are.
  static let standardCapacity = 10_000

  /// Called when everything before it has been handed over.
  typealias Waiter = @Sendable () -> Void

  private enum Entry {
    case waiting(IncompleteEvent, deadline: Instant)
    case handedOver(Handover)
    case done
  }

  private let capacity: Int
  /// In order of their numbers. What is done is removed once it is more than half.
  private var entries: [(number: Int, state: Entry)] = []
  private var nextNumber = 0
  private var waiting = 0
  private var done = 0
  /// How many updates of user properties wait or are being handed over.
  private var updates = 0
  private var flushes: [(number: Int, waiter: Waiter)] = []

  init(capacity: Int) { self.capacity = capacity }

  var isFull: Bool { waiting >= capacity }

  /// How many places it keeps, with those of what is done, for tests.
  var count: Int { entries.count }

  mutating func append(_ event: IncompleteEvent, deadline: Instant) {
    entries.append((nextNumber, .waiting(event, deadline: deadline)))
    nextNumber += 1
    waiting += 1
    if event.property != nil { updates += 1 }
  }

  /// The number of what comes next.
  var end: Int { nextNumber }

  /// Whether an update of a user property waits or is being handed over.
  var hasUpdates: Bool { updates > 0 }

  /// Where the events were tracked that have not yet been handed over, in order.
  var locations: [CodeLocation] {
    entries.compactMap { entry in
      switch entry.state {
      case .waiting(let event, _): event.location
      case .handedOver(let handover): handover.location
      case .done: nil
      }
    }
  }

  /// What waits for an actor, by number.
  func waiting(for actor: ObjectIdentifier) -> [(number: Int, event: IncompleteEvent)] {
    select { event, _ in event.nextActor?.identity == actor }
  }

  /// The first deadline of what waits.
  var firstDeadline: Instant? {
    entries.compactMap { if case .waiting(_, let deadline) = $0.state { deadline } else { nil } }.min()
  }

  /// Replaces an event by what is known of it now. Returns `false` if it has gone out in the meantime.
  mutating func update(_ number: Int, to event: IncompleteEvent) -> Bool {
    guard let index = index(of: number), case .waiting(_, let deadline) = entries[index].state else { return false }
    entries[index].state = .waiting(event, deadline: deadline)
    return true
  }

  /// Takes an event out, to hand it over. Returns `nil` if somebody else has.
  mutating func take(_ number: Int) -> (event: IncompleteEvent, handover: Handover)? {
    guard let index = index(of: number), case .waiting(let event, _) = entries[index].state else { return nil }
    let handover = Handover(number, of: event)
    entries[index].state = .handedOver(handover)
    waiting -= 1
    return (event, handover)
  }

  /// Takes out the first update of a user property that waits, of those before a number.
  mutating func takeUpdate(of property: String, before end: Int) -> (event: IncompleteEvent, handover: Handover)? {
    if !hasUpdates { return nil }
    for entry in entries.prefix(while: { $0.number < end }) {
      if case .waiting(let event, _) = entry.state, event.property == property { return take(entry.number) }
    }
    return nil
  }

  /// Takes out what waits and fulfils a condition, in order.
  mutating func takeAll(
    where isTaken: (IncompleteEvent, _ deadline: Instant) -> Bool
  ) -> [(event: IncompleteEvent, handover: Handover)] {
    select(isTaken).compactMap { take($0.number) }
  }

  /// What is being handed over.
  var handovers: [Handover] {
    entries.compactMap { if case .handedOver(let handover) = $0.state { handover } else { nil } }
  }

  /// An event was handed over. Returns the waiters to resume.
  mutating func finish(_ handover: Handover) -> [Waiter] {
    if let index = index(of: handover.number) {
      entries[index].state = .done
      done += 1
      if handover.property != nil { updates -= 1 }
    }
    if done * 2 > entries.count {
      entries.removeAll { if case .done = $0.state { true } else { false } }
      done = 0
    }
    if flushes.isEmpty { return [] }
    let reached = firstUnfinished ?? nextNumber
    let reachedFlushes = flushes.prefix { $0.number <= reached }
    flushes.removeFirst(reachedFlushes.count)
    return reachedFlushes.map(\.waiter)
  }

  /// Keeps `waiter` until everything appended before has been handed over. If that is the case already, it is not kept,
  /// and the result is `false`.
  mutating func flush(_ waiter: @escaping Waiter) -> Bool {
    if firstUnfinished == nil { return false }
    flushes.append((nextNumber, waiter))
    return true
  }

  private var firstUnfinished: Int? {
    entries.first { if case .done = $0.state { false } else { true } }?.number
  }

  private func index(of number: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }

  private func select(
    _ isSelected: (IncompleteEvent, Instant) -> Bool
  ) -> [(number: Int, event: IncompleteEvent)] {
    var selected: [(number: Int, event: IncompleteEvent)] = []
    for entry in entries {
      if case .waiting(let event, let deadline) = entry.state, isSelected(event, deadline) {
        selected.append((entry.number, event))
      }
    }
    return selected
  }
}
