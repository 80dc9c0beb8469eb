import Trackable

@testable import TrackableHub

/// The state machine and the naive model side by side: every input is given to both, and everything that can be seen is
/// compared. The destinations, the clock and the shell around the machine are played by this.
final class HubWorld {
  enum Input: Hashable {
    case give(ModelDestination.Kind, to: Int?)
    /// An event that a caller waits for.
    case confirm
    case start(denied: Set<Int>)
    case pause, resume, hurry, flush, awaitEnd, shutdown, close
    case withdraw(Int)
    /// Time passes; `nil` means until the machine wants to be asked.
    case pass(Duration?)
    /// What becomes of one of the calls that run.
    case perform(Int)
    case answer(Int, Reply)
  }

  enum Reply: Hashable {
    case yes
    case retry(after: Duration?)
    case rejected(mask: Int)
    case tooLarge
  }

  /// A call to a destination that has not returned.
  struct Call {
    let destination: Int
    let number: Int
    var slots: [DestinationQueue.Slot] = []
    var places: [Int] = []
    var progress: DeliveryProgress?
    var isConfiguration = false
  }

  struct ModelWait {
    var remaining = 0
    var result = DeliveryResult()
  }

  var machine: HubQueue
  var model: [ModelDestination]
  private(set) var now = Duration.zero
  private(set) var calls: [Call] = []
  private(set) var waiters = 0
  private var waits: [Int: ModelWait] = [:]
  private var waitingForEnd: Set<Int> = []
  /// The answers of this step, and the expected ones.
  private var told: [Int: DeliveryResult] = [:]
  private var answered: Set<Int> = []
  private var expected: [Int: DeliveryResult] = [:]
  /// When the shell knows that it will ask the machine, and when it will.
  private var known: [Duration] = []
  private var alarms: [Duration] = []
  private var sequence = 0
  /// Whether the shell lets the machine look for work: not while a destination works, or before a timer rings.
  private var isAsked = true
  private var isPaused = false
  private var isClosing = false
  private var hasEnded = false
  private var wasLate = false
  private var wasUnstarted = false
  private var hubIssues: [TrackableIssue.Kind] = []
  private var isAcknowledged: Set<Envelope.ID> = []
  private(set) var history: [Input] = []
  private(set) var problems: [String] = []

  init(_ policies: [DeliveryPolicy]) {
    machine = HubQueue(
      destinations: policies.enumerated().map {
        DestinationQueue(index: $0, name: "\($0)", policy: $1, figures: Self.isStoring($0) ? Self.account : nil)
      })
    model = policies.enumerated().map { ModelDestination(name: "\($0)", policy: $1, isStoring: Self.isStoring($0)) }
  }

  private static func isStoring(_ index: Int) -> Bool { index == 1 }
  private static let account: @Sendable () -> StoredFigures = {
    var account = StoredFigures()
    account.stored = ModelDestination.stored
    return account
  }

  private struct Happened: AnalyticsEvent {}
  private static let time = CurrentTime.now
  private static let event = TrackerCall.track(TrackedEvent(Happened()))

  private static func entry(_ kind: ModelDestination.Kind, to indices: [Int], for waiter: Int? = nil) -> HubCall {
    let call: TrackerCall =
      switch kind {
      case .event: event
      case .identify(let userID): .identify(TrackedUser(userID))
      case .reset: .reset
      case .purge: .purge
      }
    return HubCall(AddressedCall(call: call, time: time, destinations: indices, waiter: waiter))
  }

  private func note(_ problem: String) { problems.append("\(problem), at \(now), after \(history)") }

  // MARK: Inputs

  func take(_ input: Input) {
    history.append(input)
    var actions = HubActions()
    isAsked = true
    apply(input, &actions)
    if isAsked { proceed(&actions) }
    carryOut(actions)
    compare()
  }

  private func apply(_ input: Input, _ actions: inout HubActions) {
    switch input {
    case .give(let kind, let index):
      let indices = index.map { [$0] } ?? Array(model.indices)
      machine.enqueue(Self.entry(kind, to: indices), at: now, &actions)
      give(kind, indices)
    case .confirm:
      waiters = machine.newWaiter()
      machine.enqueue(Self.entry(.event, to: Array(model.indices), for: waiters), at: now, &actions)
      machine.seal(waiters, &actions)
      confirm()
    case .start(let denied):
      machine.start(purging: Array(denied), on: Self.time, at: now, &actions)
      if !isClosing {
        for index in model.indices where model[index].phase == .new {
          if denied.contains(index) {
            give(.reset, [index])
            give(.purge, [index])
          }
          model[index].phase = .configuring
        }
      }
    case .pause:
      machine.pause(&actions)
      if isClosing { return }
      isPaused = true
      for index in model.indices { model[index].answerFlushes() }
    case .resume:
      machine.isPaused = false
      isPaused = false
      hurry()
    case .hurry: hurry()
    case .flush: flush(&actions)
    case .awaitEnd:
      waiters = machine.newWaiter()
      machine.awaitEnd(waiters)
      waitingForEnd.insert(waiters)
    case .withdraw(let waiter): withdraw(waiter, &actions)
    case .shutdown:
      machine.beginClosing(&actions)
      waiters = machine.newWaiter()
      machine.awaitEnd(waiters)
      waitingForEnd.insert(waiters)
      if !isClosing { for index in model.indices { model[index].beginClosing() } }
      isClosing = true
      isPaused = false
    case .close:
      machine.close(&actions)
      isClosing = true
      for index in model.indices { model[index].close() }
    case .pass(let time):
      now = time.map { now + $0 } ?? max(now, alarms.min() ?? now)
      isAsked = alarms.contains { $0 <= now }
      alarms.removeAll { $0 <= now }
    case .perform(let index):
      isAsked = false
      perform(calls[index])
    case .answer(let index, let reply): answer(calls.remove(at: index), reply, &actions)
    }
  }

  private func hurry() {
    for index in model.indices {
      machine.destinations[index].hurry()
      model[index].hurry()
    }
  }

  private func give(_ kind: ModelDestination.Kind, _ indices: [Int]) {
    if isClosing && !wasLate && kind != .reset && kind != .purge {
      wasLate = true
      hubIssues.append(.deliveredLate)
    }
    for index in indices {
      sequence += 1
      model[index].give(kind, sequence: sequence, at: now)
    }
  }

  private func confirm() {
    give(.event, Array(model.indices))
    for index in model.indices { model[index].await(waiters, model[index].items.count - 1) }
    begin(ModelWait(remaining: model.count), waiters)
  }

  private func flush(_ actions: inout HubActions) {
    waiters = machine.newWaiter()
    machine.flush(waiters, &actions)
    var wait = ModelWait()
    for index in model.indices where model[index].flush(waiters) {
      wait.remaining += 1
      if isPaused { model[index].answerFlushes() }
    }
    begin(wait, waiters)
  }

  private func withdraw(_ waiter: Int, _ actions: inout HubActions) {
    if !wasUnstarted, model.contains(where: { $0.phase == .new && $0.items.contains(where: \.isOutstanding) }) {
      wasUnstarted = true
      hubIssues.append(.hubNotStarted)
    }
    machine.withdraw(waiter, &actions)
    if waitingForEnd.remove(waiter) != nil { expected[waiter] = DeliveryResult() }
    if var wait = waits.removeValue(forKey: waiter) {
      for index in model.indices {
        if let result = model[index].withdrawFlush(waiter) { wait.result.add(result) }
      }
      expected[waiter] = wait.result
    }
  }

  private func perform(_ call: Call) {
    guard let progress = call.progress, progress.made.count < call.slots.count, progress.goesOn() else {
      // A purge keeps it from making the rest.
      if call.progress?.hasStopped == true, isCurrent(call) { model[call.destination].stop() }
      return
    }
    let slot = call.slots[progress.made.count]
    let isRefused = slot.sequence.isMultiple(of: 5)
    if isRefused { progress.refuse(because: "no") }
    progress.countCall(at: progress.made.count)
    if !isRefused { acknowledge(slot) }
    if isCurrent(call) { model[call.destination].perform(isRefused: isRefused) }
  }

  private func isCurrent(_ call: Call) -> Bool {
    if call.isConfiguration { return machine.destinations[call.destination].configureJob == call.number }
    if call.progress == nil, Self.isStoring(call.destination) { return model[call.destination].isFlushingBeside }
    guard machine.destinations[call.destination].job == call.number else { return false }
    switch model[call.destination].activity {
    case .idle: return false
    case .delivering, .flushing: return true
    }
  }

  /// Nothing is delivered again that the destination has acknowledged.
  private func acknowledge(_ slot: DestinationQueue.Slot) {
    if !isAcknowledged.insert(slot.id(7)).inserted { note("\(slot.sequence) is delivered twice") }
  }

  private func answer(_ call: Call, _ reply: Reply, _ actions: inout HubActions) {
    let index = call.destination
    let wasCurrent = isCurrent(call)
    let retry = model[index].policy.retry
    // When exactly is up to chance: read from the machine, and checked.
    func pause(_ failures: Int, _ toldUntil: Duration?) -> Duration {
      let told = max(now, toldUntil ?? now)
      guard let time = machine.destinations[index].notBefore else {
        if told > now { note("it is asked too soon") }
        return now
      }
      var longest = min(retry.first, retry.longest)
      for _ in 1..<failures { longest = min(longest * 2, retry.longest) }
      if time < told || time > max(told, now + longest) { note("the pause is too long, or too short") }
      return time
    }
    if call.progress == nil && call.isConfiguration {
      settle(call, reply == .yes ? .configured : .configurationFailed("no"), &actions)
      if wasCurrent { model[index].configured(reply == .yes, pause: pause) }
    } else if call.progress == nil {
      var result = DeliveryResult()
      if Self.isStoring(index) {
        (result.pending, result.failed) = (ModelDestination.leftByFlush, ModelDestination.lostByFlush)
      }
      settle(call, .flushed(result), &actions)
      if wasCurrent { model[index].flushed() } else { model[index].isFlushOverdue = false }
    } else {
      let (outcome, refused) = outcome(of: call, reply)
      let rest = call.progress.map { call.slots.dropFirst($0.made.count) } ?? []
      if wasCurrent, call.progress?.hasStopped != true {
        if outcome == .accepted { for slot in rest { acknowledge(slot) } }
        if case .rejected(let ids, _) = outcome {
          for slot in rest where !ids.contains(slot.id(7)) { acknowledge(slot) }
        }
      }
      if case .rejected(let ids, let reason) = outcome, let progress = call.progress {
        DeliveryBatch(envelopes: call.slots.map { Envelope($0, 7) }, progress: progress, user: Lock(DestinationUser()))
          .refuse(Set(ids), because: reason)
      }
      settle(call, .delivered(outcome), &actions)
      if wasCurrent { model[index].delivered(outcome, rejected: refused, at: now, pause: pause) }
    }
  }

  private func outcome(of call: Call, _ reply: Reply) -> (DeliveryOutcome, rejected: Set<Int>) {
    switch reply {
    case .yes: return (.accepted, [])
    case .retry(let after): return (.retry(after: after, because: "no"), [])
    case .tooLarge: return (.tooLarge, [])
    case .rejected(let mask):
      let refused = call.slots.indices.filter { mask >> $0 & 1 == 1 }
      return (
        .rejected(refused.map { call.slots[$0].id(7) }, because: "no"), Set(refused.map { call.places[$0] })
      )
    }
  }

  /// The machine goes on where the call has ended, and the model does after it has been told.
  private func settle(_ call: Call, _ ending: DestinationQueue.Ending, _ actions: inout HubActions) {
    machine.destinations[call.destination].apply(ending, of: call.number, at: now, &actions)
  }

  private func proceed(_ actions: inout HubActions) {
    machine.proceed(at: now, &actions)
    for index in model.indices { start(index) }
    settleWaits()
  }

  private var started: [(destination: Int, start: ModelDestination.Start)] = []

  private func start(_ index: Int) {
    guard let first = model[index].work(at: now, isPaused: isPaused) else { return }
    started.append((index, first))
    // A store that flushes takes a batch at the same time.
    if first == .flush, let next = model[index].work(at: now, isPaused: isPaused, checksTime: false) {
      started.append((index, next))
    }
  }

  // MARK: Waiters in the model

  private func begin(_ wait: ModelWait, _ waiter: Int) {
    waits[waiter] = wait
    if wait.remaining == 0 { complete(waiter) }
  }

  private func complete(_ waiter: Int) {
    guard let wait = waits.removeValue(forKey: waiter) else { return }
    expected[waiter] = wait.result
  }

  private func settleWaits() {
    for index in model.indices {
      for (waiter, result) in model[index].answers where waits[waiter] != nil {
        waits[waiter]?.remaining -= 1
        waits[waiter]?.result.add(result)
        if waits[waiter]?.remaining == 0 { complete(waiter) }
      }
      model[index].answers = []
    }
    if isClosing, model.allSatisfy(\.isEnded) {
      let result = model.reduce(into: DeliveryResult()) { $0.add($1.closingResult) }
      for waiter in waitingForEnd { expected[waiter] = result }
      waitingForEnd = []
    }
  }

  // MARK: What the machine asks for

  private func carryOut(_ actions: HubActions) {
    for (waiter, result) in actions.resumed {
      if !answered.insert(waiter).inserted { note("waiter \(waiter) is told twice") }
      told[waiter] = result
    }
    known.removeAll { $0 <= now }
    if let deadline = actions.deadline, !known.contains(where: { $0 <= deadline }) {
      known.append(deadline)
      alarms.append(deadline)
    }
    if actions.cancelled.count != model.reduce(0, { $0 + $1.cancelled }) { note("\(actions.cancelled) are cancelled") }
    for index in model.indices { model[index].cancelled = 0 }
    if actions.isEnd != (!hasEnded && isClosing && model.allSatisfy(\.isEnded)) {
      note("the end is told: \(actions.isEnd)")
    }
    hasEnded = hasEnded || actions.isEnd
    compareIssues(actions)
    compareWork(actions)
    if !actions.isEnd { return }
    // All destinations know of the end now, so those may go on that wait for it.
    machine.end = .told
    var next = HubActions()
    proceed(&next)
    carryOut(next)
  }

  private func compareIssues(_ actions: HubActions) {
    var expected = model.indices.flatMap { index in model[index].issues.map { "\($0) \(index)" } }
    for index in model.indices { model[index].issues = [] }
    expected += hubIssues.map { "\($0) of the hub" }
    hubIssues = []
    let reported = actions.problems.map { "\($0.kind) \($0.destination ?? "of the hub")" }
    if reported.sorted() != expected.sorted() { note("issues are \(reported) instead of \(expected)") }
  }

  private func compareWork(_ actions: HubActions) {
    if actions.work.count != started.count {
      note("\(actions.work.count) calls are started instead of \(started)")
      return
    }
    let expected = model.indices.flatMap { index in started.filter { $0.destination == index } }
    for (work, expected) in zip(actions.work.sorted { ($0.0, $0.1) < ($1.0, $1.1) }, expected) {
      let index = work.destination
      if index != expected.destination { note("a call starts at \(index) instead of \(expected)") }
      switch (work.work, expected.start) {
      case (.configure, .configure): calls.append(Call(destination: index, number: work.job, isConfiguration: true))
      case (.flush, .flush): calls.append(Call(destination: index, number: work.job))
      case (.deliver(let slots, let progress), .deliver(let places)):
        compare(slots, places, at: index)
        calls.append(Call(destination: index, number: work.job, slots: slots, places: places, progress: progress))
      default: note("\(index) does not start \(expected.start)")
      }
    }
    started = []
  }

  private func compare(_ slots: [DestinationQueue.Slot], _ places: [Int], at index: Int) {
    func text(_ sequence: Int, _ attempt: Int, _ userID: String?) -> String {
      "\(sequence), \(attempt), \(userID ?? "nobody")"
    }
    let taken = slots.map { text($0.sequence, $0.attempt, $0.user.id) }
    let expected = places.map { model[index].items[$0] }.map { text($0.sequence, $0.attempt, $0.userID) }
    if taken != expected { note("\(index) gets \(taken) instead of \(expected)") }
    if slots.isEmpty { note("\(index) gets nothing") }
    for slot in slots where isAcknowledged.contains(slot.id(7)) { note("\(slot.sequence) is sent again") }
  }

  // MARK: Comparing

  /// Whether every destination has ended, and nothing is left that it is to forget.
  var isOver: Bool { machine.hasEnded && model.allSatisfy(\.outstanding.isEmpty) }

  /// Nothing is left, and no caller waits.
  func expectEnd() {
    if !problems.isEmpty { return }
    if !machine.hasEnded { note("the shutdown does not end") }
    if model.contains(where: { !$0.outstanding.isEmpty }) { note("something is left") }
    for waiter in 1...max(waiters, 1) where waiters > 0 && !answered.contains(waiter) {
      note("waiter \(waiter) waits for ever")
    }
  }

  private func compare() {
    if told.count != expected.count || told.contains(where: { $0.value != expected[$0.key] }) {
      note("waiters are told \(told) instead of \(expected)")
    }
    told = [:]
    expected = [:]
    for index in model.indices {
      let entry = machine.ledger.entries[index]
      if entry != model[index].ledgerEntry { note("the ledger says \(entry) instead of \(model[index].ledgerEntry)") }
      let queue = machine.destinations[index]
      if entry.accepted != entry.delivered + entry.stored + entry.waiting + entry.dropped {
        note("the ledger does not add up")
      }
      let capacity = model[index].policy.capacity
      // A user who goes, one who comes, and a purge.
      let bound = capacity + model[index].policy.batchSize + 3
      if queue.waiting.count + queue.inFlight.count > bound { note("more than \(bound) have not ended") }
      // Unless a caller is about to ask.
      if !model[index].mayStart || alarms.contains(where: { $0 <= now }) { continue }
      var later = model[index]
      if let start = later.work(at: now, isPaused: isPaused, expires: false) {
        note("\(index) should have started \(start), or announced it; alarms are \(alarms)")
      } else if later.cancelled > 0 {
        note("\(index) should have been cancelled")
      }
    }
  }
}

extension ModelDestination {
  /// False where nothing can be due, to save the time of finding out.
  var mayStart: Bool {
    if sideDeadline != nil { return true }
    guard case .idle = activity else { return deadline != nil }
    return phase == .configuring && !isBeingConfigured || isPurgeWaiting || isClosing || !outstanding.isEmpty
      || !flushes.isEmpty
  }

  var ledgerEntry: TrackerLedger.Entry {
    var retrying = places(.returned).count
    if case .delivering(let hand, let settled, _) = activity {
      retrying += hand.dropFirst(settled).count { items[$0].attempt > 1 }
    }
    var entry = TrackerLedger.Entry(name: name)
    entry.accepted = items.count
    entry.events = items.count { !$0.isChange }
    // A purge is done when a store has it.
    entry.stored = isStoring ? items.count { $0.fate == .delivered && $0.kind != .purge } : 0
    entry[.delivered] = count(.delivered) - entry.stored
    (entry.waiting, entry.retrying) = (outstanding.count, retrying)
    entry[.overflow] = count(.overflow)
    entry[.rejected] = count(.rejected)
    entry[.expired] = count(.expired)
    entry[.failed] = count(.failed)
    entry[.late] = count(.afterShutdown)
    entry[.purged] = count(.purged)
    return entry
  }
}
