/// What ``Outbox`` promises, said once more with a list and a few variables.
struct NaiveOutbox {
  enum State { case ready, pending, givenUp }

  struct Item {
    let number: Int
    let name: String
    var state: State
    /// Whether it goes to a tracker of its own, and not to the system's.
    let isSettled: Bool
  }

  enum Answer: Equatable { case perform(Int?), wait, drain }

  struct Batch: Equatable {
    var entries: [String]
    var system: Int?
    var flushed: [String]
  }

  let capacity: Int
  let waitingCapacity: Int
  var tracker: Int?
  var dropped = 0
  var discarded: [String] = []
  private(set) var held: [String] = []
  private(set) var queue: [Item] = []
  private(set) var appended = 0
  private(set) var isDraining = false
  private var flushes: [(after: Int, name: String)] = []

  init(tracker: Int?, capacity: Int, waitingCapacity: Int) {
    self.tracker = tracker
    self.capacity = capacity
    self.waitingCapacity = waitingCapacity
  }

  var isBusy: Bool { isDraining || !queue.isEmpty }

  mutating func submit(_ name: String, isSettled: Bool) -> Answer {
    if isBusy { return append(name, .ready, isSettled) }
    if tracker == nil, !isSettled { hold(name) }
    return .perform(tracker)
  }

  mutating func reserve(_ name: String, isSettled: Bool) -> (number: Int, answer: Answer) {
    let answer = append(name, .pending, isSettled)
    return (appended - 1, answer)
  }

  /// Answers whether the caller has to drain.
  mutating func complete(_ number: Int) -> Bool {
    guard let index = queue.firstIndex(where: { $0.number == number && $0.state == .pending }) else { return false }
    queue[index].state = .ready
    return index == 0 && startDraining()
  }

  mutating func open(_ number: Int) -> Bool {
    tracker = number
    return !held.isEmpty && startDraining()
  }

  /// The batch, and of its entries those that go to the system's tracker.
  mutating func next() -> (batch: Batch, unsettled: [String])? {
    if !isDraining { return nil }
    if let tracker, !held.isEmpty {
      defer { held = [] }
      return (Batch(entries: held, system: tracker, flushed: []), held)
    }
    let gone = appended - queue.count
    let flushed = flushes.filter { $0.after <= gone }.map(\.name)
    flushes.removeAll { $0.after <= gone }
    let ready = Array(queue.prefix { $0.state != .pending })
    queue.removeFirst(ready.count)
    if ready.isEmpty, flushed.isEmpty {
      isDraining = false
      return nil
    }
    let entries = ready.map { $0.state == .givenUp ? "\($0.name) without" : $0.name }
    return (Batch(entries: entries, system: tracker, flushed: flushed), ready.filter { !$0.isSettled }.map(\.name))
  }

  /// Answers the tracker to perform it with; `nil`: it is held.
  mutating func resubmit(_ name: String) -> Int? {
    if let tracker, held.isEmpty { return tracker }
    hold(name)
    return nil
  }

  /// Answers whether there is anything to wait for.
  mutating func flush(_ name: String) -> Bool {
    if !isBusy { return false }
    flushes.append((appended, name))
    return true
  }

  private mutating func startDraining() -> Bool {
    defer { isDraining = true }
    return !isDraining
  }

  private mutating func hold(_ name: String) {
    held.append(name)
    if held.count > capacity {
      discarded.append(held.removeFirst())
      dropped += 1
    }
  }

  private mutating func append(_ name: String, _ state: State, _ isSettled: Bool) -> Answer {
    var answer = Answer.wait
    if queue.count >= waitingCapacity {
      if queue[0].state == .pending {
        queue[0].state = .givenUp
        if startDraining() { answer = .drain }
      } else {
        let first = queue.removeFirst()
        discarded.append(first.state == .givenUp ? "\(first.name) without" : first.name)
      }
    }
    queue.append(Item(number: appended, name: name, state: state, isSettled: isSettled))
    appended += 1
    return answer
  }
}
