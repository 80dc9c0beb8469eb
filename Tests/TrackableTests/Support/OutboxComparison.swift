import Testing

@testable import Trackable

/// A tracker that is told apart by a number.
struct MarkedTracker: AnalyticsEventTracker {
  let number: Int
  func track(_ event: TrackedEvent) {}
}

/// What can be done to an outbox.
enum OutboxStep: Hashable, Sendable, CaseIterable {
  case submit, submitSettled, reserve, reserveSettled
  /// The oldest number that was given out and not completed, the second, and the newest.
  case completeFirst, completeSecond, completeLast
  /// What was completed or given up before.
  case completeAgain
  case open, next, resubmit, flush
  case takeDropped, takeDiscarded
}

private struct NamedProperty: UserProperty {
  let name: String
  let value = 0
}

/// Takes each step in an ``Outbox`` and in the naive one, and compares everything that can be seen.
struct OutboxComparison {
  private var outbox: Outbox
  private var naive: NaiveOutbox
  private(set) var steps: [OutboxStep] = []
  /// Who was told so far.
  private let told = Lock<[String]>([])
  private var given: [(number: Int, name: String, isSettled: Bool)] = []
  private var completed: Int?
  /// What the last batch left for ``Outbox/resubmit(_:)``.
  private var toResubmit: [String] = []
  private var ledger = Ledger()

  /// Where everything that was submitted has gone.
  private struct Ledger {
    var submitted = 0
    var performed: [String] = []
    var discarded = 0
  }

  init(tracker: Int? = nil, capacity: Int, waitingCapacity: Int) {
    outbox = Outbox(
      tracker: tracker.map { MarkedTracker(number: $0) }, capacity: capacity, waitingCapacity: waitingCapacity)
    naive = NaiveOutbox(tracker: tracker, capacity: capacity, waitingCapacity: waitingCapacity)
  }

  /// Whether the step means anything now.
  func allows(_ step: OutboxStep) -> Bool {
    switch step {
    case .completeFirst: !given.isEmpty
    case .completeSecond: given.count > 2
    case .completeLast: given.count > 1
    case .completeAgain: completed != nil
    // Whoever drains performs a batch before asking for the next one.
    case .next: toResubmit.isEmpty
    case .resubmit: !toResubmit.isEmpty
    default: true
    }
  }

  /// Answers how the two differ, or `nil`.
  mutating func take(_ step: OutboxStep) -> String? {
    steps.append(step)
    let name = "\(steps.count)"
    switch step {
    case .submit, .submitSettled: submit(name, isSettled: step == .submitSettled)
    case .reserve, .reserveSettled: reserve(name, isSettled: step == .reserveSettled)
    case .completeFirst: complete(at: 0)
    case .completeSecond: complete(at: 1)
    case .completeLast: complete(at: given.count - 1)
    case .completeAgain:
      let parcel = Outbox.Parcel(delivery: .identify("again"))
      if let number = completed { compare(outbox.complete(number, with: parcel), naive.complete(number)) }
    case .open: compare(outbox.open(with: MarkedTracker(number: steps.count)), naive.open(steps.count))
    case .next: next()
    case .resubmit:
      let name = toResubmit.removeFirst()
      let real = outbox.resubmit(.identify(name))?.marked
      compare(real, naive.resubmit(name))
      if real != nil { ledger.performed.append(name) }
    case .flush:
      let isKept = outbox.flush { [told] in told.withLock { $0.append(name) } }
      compare(isKept, naive.flush(name))
    case .takeDropped:
      compare(outbox.takeDropped(), naive.dropped)
      naive.dropped = 0
    case .takeDiscarded:
      compare(outbox.takeDiscarded().map(\.name), naive.discarded)
      ledger.discarded += naive.discarded.count
      naive.discarded = []
    }
    compare(outbox.tracker?.marked, naive.tracker)
    compare(outbox.dropped, naive.dropped)
    compare(outbox.isBusy, naive.isBusy)
    return differences.isEmpty ? nil : "\(steps): \(differences.joined(separator: "; "))"
  }

  private var differences: [String] = []

  private mutating func compare<Value: Equatable>(_ real: Value, _ expected: Value) {
    if real != expected { differences.append("\(real), expected \(expected)") }
  }
}

extension OutboxComparison {
  private func parcel(_ name: String, isSettled: Bool) -> Outbox.Parcel {
    var route = TrackerRoute()
    if isSettled { route.pass(TrackerReference(MarkedTracker(number: 0))) }
    return Outbox.Parcel(delivery: .identify(name), route: route)
  }

  private mutating func submit(_ name: String, isSettled: Bool) {
    ledger.submitted += 1
    let answer = outbox.submit(parcel(name, isSettled: isSettled)).marked
    compare(answer, naive.submit(name, isSettled: isSettled))
    if case .perform(let system) = answer, isSettled || system != nil { ledger.performed.append(name) }
  }

  private mutating func reserve(_ name: String, isSettled: Bool) {
    ledger.submitted += 1
    let pending = PendingDelivery(
      .update(TrackedUserProperty(NamedProperty(name: name))),
      ElsewhereReading(parts: ChainParts(), route: parcel(name, isSettled: isSettled).route, troubles: []),
      scopeRoute: TrackerRoute(), location: SourceLocation())
    let (number, answer) = outbox.reserve(for: pending)
    let expected = naive.reserve(name, isSettled: isSettled)
    compare(number, expected.number)
    compare(answer.marked, expected.answer)
    given.append((number, name, isSettled))
  }

  private mutating func complete(at index: Int) {
    let (number, name, isSettled) = given.remove(at: index)
    completed = number
    compare(outbox.complete(number, with: parcel(name, isSettled: isSettled)), naive.complete(number))
  }

  private mutating func next() {
    told.withLock { $0 = [] }
    let real = outbox.next()
    real?.flushed.forEach { $0() }
    let expected = naive.next()
    let batch = real.map {
      NaiveOutbox.Batch(
        entries: $0.entries.map(\.name), system: $0.system?.marked, flushed: told.withLock { $0 })
    }
    compare(batch, expected?.batch)
    guard let expected else { return }
    if expected.batch.system == nil { toResubmit = expected.unsettled }
    let names = expected.batch.entries.map { $0.replacing(" without", with: "") }
    ledger.performed += names.filter { !toResubmit.contains($0) }
  }

  /// Nothing is lost, nothing comes twice: each delivery was performed, or counted, or is still there.
  var accountsForEverything: Bool {
    let there = naive.held.count + naive.queue.count + toResubmit.count + naive.discarded.count
    return Set(ledger.performed).count == ledger.performed.count
      && ledger.performed.count + ledger.discarded + there == ledger.submitted
  }
}

extension AnalyticsEventTracker {
  fileprivate var marked: Int? { (self as? MarkedTracker)?.number }
}

extension Outbox.Answer {
  fileprivate var marked: NaiveOutbox.Answer {
    switch self {
    case .perform(let system): .perform(system?.marked)
    case .wait: .wait
    case .drain: .drain
    }
  }
}

extension Outbox.Entry {
  fileprivate var name: String {
    switch self {
    case .parcel(let parcel): if case .identify(let name) = parcel.delivery { name } else { "?" }
    case .givenUp(let pending):
      if case .update(let property) = pending.content { "\(property.name) without" } else { "?" }
    case .pending: "pending"
    }
  }
}
