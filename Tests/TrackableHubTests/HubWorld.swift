import Testing
import Trackable

@testable import TrackableHub

/// The state machine and the naive model side by side: every input is given to both, and everything that can be seen is
/// compared. The workers are played by this.
struct HubWorld {
  enum Input: Hashable {
    case enqueue, overflow, start, flush, shutdown
    case configured(Int), failed(Int), delivered(Int)
    // Random runs only.
    case userChange, call
    case withdraw(Int)
  }

  /// Worker `index` in the machine's eyes.
  private struct Hand {
    var batch: [HubEntry] = []
    var delivered = 0
    var failed = 0
  }

  private static let events: [HubEntry] = (0..<600).map {
    HubEntry(.track(TrackedEvent(IdentifiedByNumber(number: $0))))
  }

  var machine: HubQueue
  var model: [ModelDestination]
  private var hands = [Hand(), Hand()]
  /// What each waiter waits for in the model: answers to come, and whether all were good.
  private var waits: [Int: (remaining: Int, success: Bool)] = [:]
  private var resumed: [Int: Bool] = [:]
  private var expected: [Int: Bool] = [:]
  private(set) var waiters = 0
  private var isStarted = false
  private var isClosing = false
  private var entries = 0
  private(set) var history: [Input] = []
  private(set) var problems: [String] = []

  init(_ first: OverflowPolicy, _ second: OverflowPolicy, capacity: Int = 2, retries: Int = 1) {
    machine = HubQueue(
      destinations: [first, second].enumerated().map {
        DestinationQueue(
          index: $0, capacity: capacity, overflow: $1, rules: HubRules(), retry: .backOff(limit: retries))
      })
    model = [first, second].map { ModelDestination(capacity: capacity, overflow: $0, retries: retries) }
  }

  /// The inputs that mean anything now.
  var possible: [Input] {
    var inputs: [Input] = [.enqueue, .overflow, .flush, .shutdown]
    if !isStarted { inputs.append(.start) }
    for index in model.indices {
      switch model[index].worker {
      case .configuring: inputs += [.configured(index), .failed(index)]
      case .delivering: inputs += [.delivered(index), .failed(index)]
      case .flushing: inputs.append(.delivered(index))
      case .none, .parked, .stopped: break
      }
    }
    return inputs
  }

  mutating func take(_ input: Input) {
    history.append(input)
    var actions = HubActions()
    switch input {
    case .enqueue: enqueue(&actions)
    case .overflow: for _ in 0...model[0].capacity { enqueue(&actions) }
    case .userChange: enqueue(isUserChange: true, &actions)
    case .call: enqueue(caller: newWaiter(), &actions)
    case .withdraw(let waiter): withdraw(waiter, &actions)
    case .start: start()
    case .flush: flush(&actions)
    case .shutdown: shutdown(&actions)
    case .configured(let index):
      machine.configured(index, &actions)
      if !model[index].isOver { model[index].isConfigured = true }
      ask(index, &actions)
    case .failed(let index): fail(index, &actions)
    case .delivered(let index): succeed(index, &actions)
    }
    // Who is woken asks, and may wake others. Then nobody is left asleep who has something to do.
    while !actions.wake.isEmpty {
      let index = actions.wake.removeFirst()
      if model[index].worker != .parked { note("destination \(index) is woken, and does not sleep") }
      ask(index, &actions)
    }
    for index in model.indices where model[index].worker == .parked {
      let hasWork = !model[index].steps.isEmpty || model[index].isClosing || model[index].isOver
      if hasWork { note("destination \(index) should be woken") }
    }
    for (waiter, success) in actions.resumed {
      if resumed[waiter] != nil { note("waiter \(waiter) was resumed twice") }
      resumed[waiter] = success
    }
    compare()
  }

  private mutating func newWaiter() -> Int {
    waiters += 1
    return waiters
  }

  private mutating func note(_ problem: String) { problems.append("\(problem) after \(history)") }

  // MARK: Inputs

  private mutating func enqueue(isUserChange: Bool = false, caller: Int? = nil, _ actions: inout HubActions) {
    let entry = isUserChange ? HubEntry(.identify("\(entries)")) : Self.events[entries]
    entries += 1
    if let caller { machine.call(entry, waiter: caller, &actions) } else { machine.post(entry, &actions) }
    var wait = (remaining: 0, success: true)
    for index in model.indices {
      switch model[index].enqueue(isUserChange: isUserChange, caller: caller) {
      case nil: wait.remaining += 1
      case let success?: wait.success = wait.success && success
      }
    }
    if let caller { begin(caller, wait) }
  }

  private mutating func withdraw(_ waiter: Int, _ actions: inout HubActions) {
    machine.withdraw(waiter, &actions)
    for index in model.indices where model[index].withdraw(waiter) { answer(waiter, false) }
    for index in model.indices { admit(index) }
  }

  private mutating func start() {
    machine.start()
    isStarted = true
    if isClosing { return }
    for index in model.indices {
      model[index].work()
      var actions = HubActions()
      guard case .configure(after: .zero) = machine.next(index, &actions) else {
        return note("destination \(index) is not configured")
      }
    }
  }

  private mutating func flush(_ actions: inout HubActions) {
    let waiter = newWaiter()
    machine.flush(waiter, &actions)
    var wait = (remaining: 0, success: true)
    for index in model.indices where model[index].flush(waiter) { wait.remaining += 1 }
    begin(waiter, wait)
  }

  /// The first time it begins to close, the second time the deadline has passed.
  private mutating func shutdown(_ actions: inout HubActions) {
    if !isClosing {
      isClosing = true
      machine.beginClosing(failed: hands.map(\.failed), &actions)
      for index in model.indices where !model[index].isOver {
        model[index].isClosing = true
        if !isStarted { close(index) }
      }
      return
    }
    for index in model.indices {
      machine.settle(index, (hands[index].delivered, hands[index].failed, 0))
      hands[index] = Hand()
    }
    machine.close(&actions)
    for index in model.indices { close(index) }
  }

  private mutating func close(_ index: Int) {
    if model[index].isOver { return }
    model[index].lost += model[index].count(.pending)
    for waiter in model[index].abandon(.afterShutdown) { answer(waiter, false) }
    model[index].isClosed = true
    if case .flushing = model[index].worker { model[index].worker = .flushing([]) }
  }

  private mutating func fail(_ index: Int, _ actions: inout HubActions) {
    if case .delivering = model[index].worker { return settle(index, .failed, &actions) }
    let outcome = machine.configurationFailed(index, &actions)
    if model[index].isOver {
      if outcome != nil { note("destination \(index) failed after its end") }
    } else {
      model[index].failures += 1
      let willRetry = model[index].failures <= model[index].retries
      if outcome?.willRetry != willRetry { note("destination \(index) should be tried again: \(willRetry)") }
      if !willRetry {
        if isClosing { model[index].lost += model[index].count(.pending) }
        for waiter in model[index].abandon(.failed) { answer(waiter, false) }
        model[index].hasGivenUp = true
      }
    }
    ask(index, &actions)
  }

  private mutating func succeed(_ index: Int, _ actions: inout HubActions) {
    guard case .flushing(let waiters) = model[index].worker else { return settle(index, .delivered, &actions) }
    machine.flushed(index, &actions)
    for waiter in waiters { answer(waiter, true) }
    ask(index, &actions)
  }

  private mutating func settle(_ index: Int, _ fate: ModelDestination.Fate, _ actions: inout HubActions) {
    guard case .delivering(var hand) = model[index].worker else { return }
    let number = hand.removeFirst()
    if !model[index].isClosed {
      model[index].fates[number] = fate
      if fate == .failed && isClosing { model[index].lost += 1 }
      if fate == .delivered { hands[index].delivered += 1 } else { hands[index].failed += 1 }
    }
    // What the machine gave out for this one.
    let entry = hands[index].batch.isEmpty ? nil : hands[index].batch.removeFirst()
    if let entry, !entry.isUserChange, entry !== Self.events[number] { note("another one than \(number) arrived") }
    model[index].arrived.append(number)
    model[index].worker = .delivering(hand)
    if hand.isEmpty || model[index].isClosed {
      machine.settle(index, (hands[index].delivered, hands[index].failed, 0))
      hands[index] = Hand()
      ask(index, &actions)
    }
  }

  /// Worker `index` asks what to do, and is told the same by both.
  private mutating func ask(_ index: Int, _ actions: inout HubActions) {
    model[index].work()
    admit(index)
    var work = machine.next(index, isRested: false, &actions)
    // Not worth its while, or nothing at all: it rests, and asks again.
    if case .wait = work { work = machine.next(index, &actions) }
    switch (work, model[index].worker) {
    case (.configure(let delay), .configuring):
      if (delay > .zero) != (model[index].failures > 0) { note("destination \(index) is configured after \(delay)") }
    case (.wait, .parked), (.stop, .stopped), (.flush, .flushing): break
    case (.deliver(let batch), .delivering(let hand)):
      if batch.count != hand.count { note("destination \(index) delivers \(batch.count) instead of \(hand)") }
      hands[index] = Hand(batch: batch)
    default: note("destination \(index) is told \(work) instead of \(model[index].worker)")
    }
  }

  private mutating func admit(_ index: Int) {
    for waiter in model[index].admit() { answer(waiter, true) }
  }

  // MARK: Waiters

  private mutating func begin(_ waiter: Int, _ wait: (remaining: Int, success: Bool)) {
    if wait.remaining == 0 { expected[waiter] = wait.success } else { waits[waiter] = wait }
  }

  private mutating func answer(_ waiter: Int, _ success: Bool) {
    guard var wait = waits[waiter] else { return note("waiter \(waiter) does not wait") }
    wait.remaining -= 1
    wait.success = wait.success && success
    waits[waiter] = wait.remaining == 0 ? nil : wait
    if wait.remaining == 0 { expected[waiter] = wait.success }
  }

  // MARK: What can be seen

  private mutating func compare() {
    // As whoever reads the ledger does, but without disturbing the machine.
    var machine = machine
    var ignored = HubActions()
    machine.sort(&ignored)
    if resumed != expected { note("waiters heard \(resumed) instead of \(expected)") }
    for index in model.indices {
      let model = model[index]
      let entry = machine.destinations[index].entry(
        name: "", progress: (hands[index].delivered, hands[index].failed, 0))
      var fates = (pending: 0, delivered: 0, failed: 0, overflow: 0, afterShutdown: 0)
      for fate in model.fates {
        switch fate {
        case .pending: fates.pending += 1
        case .delivered: fates.delivered += 1
        case .failed: fates.failed += 1
        case .overflow: fates.overflow += 1
        case .afterShutdown: fates.afterShutdown += 1
        }
      }
      if entry.accepted != model.fates.count || entry.pending != fates.pending || entry.delivered != fates.delivered
        || entry.dropped.failed != fates.failed || entry.dropped.overflow != fates.overflow
        || entry.dropped.afterShutdown != fates.afterShutdown
      {
        note("destination \(index) counts \(entry) instead of \(fates)")
      }
      if entry.accepted != entry.delivered + entry.dropped.total + entry.pending { note("the law is broken: \(entry)") }
      if zip(model.arrived, model.arrived.dropFirst()).contains(where: { $0 >= $1 }) {
        note("destination \(index) got \(model.arrived)")
      }
      let bound = 2 * model.capacity + 32 + waiters
      if entry.pending > bound { note("destination \(index) keeps \(entry.pending)") }
    }
    // What threw is told with the rest of its batch.
    let lost = model.reduce(0) { $0 + $1.lost } - (isClosing ? hands.reduce(0) { $0 + $1.failed } : 0)
    if machine.lost != lost { note("\(machine.lost) lost instead of \(lost)") }
    let isOver = model.allSatisfy { $0.isOver }
    if machine.isFinished != isOver { note("finished: \(machine.isFinished)") }
  }
}

struct IdentifiedByNumber: AnalyticsEvent {
  let number: Int
  var name: String { "\(number)" }
}
