import TestSupport
import Trackable
import TrackableTesting

@testable import TrackableHub

/// A destination that a test directs, and that keeps its calls.
struct Probe: AnalyticsDestination {
  struct Refusal: Error, CustomStringConvertible {
    var description = "refused"
  }

  let name: String
  var policy: @Sendable (inout DeliveryPolicy) -> Void = { _ in }
  /// What happens when it is configured, before it takes something, and when it has a whole batch.
  var onConfigure: @Sendable (_ attempt: Int) async throws -> Void = { _ in }
  var onDeliver: @Sendable (_ text: String) async throws -> Void = { _ in }
  var onBatch: @Sendable (_ batch: DeliveryBatch, _ attempt: Int) async throws -> DeliveryOutcome = { _, _ in .accepted
  }

  /// Whether it keeps the envelopes, and not only their texts.
  var keeps = true

  let configurations = Mailbox<Int>()
  /// The calls that it got, although it may not have taken them.
  let asked = Mailbox<String>()
  let batches = Mailbox<[Envelope]>()
  /// The calls that it has taken.
  let received = Mailbox<String>()
  let flushes = Mailbox<Int>()

  init(_ name: String = "probe") { self.name = name }

  func configure() async throws {
    configurations.put(configurations.all.count + 1)
    try await onConfigure(configurations.all.count)
  }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    HeldLocks.mustBeNone()
    if keeps { batches.put(Array(batch)) }
    for envelope in batch {
      let text = Self.text(of: envelope)
      asked.put(text)
      try await onDeliver(text)
    }
    let outcome = try await onBatch(batch, batches.all.count)
    switch outcome {
    case .accepted: for envelope in batch { received.put(Self.text(of: envelope)) }
    case .rejected(let ids, _):
      for envelope in batch where !ids.contains(envelope.id) { received.put(Self.text(of: envelope)) }
    case .retry, .tooLarge: break
    }
    return outcome
  }

  func adjust(_ policy: inout DeliveryPolicy) {
    HeldLocks.mustBeNone()
    self.policy(&policy)
  }

  func flush() async { flushes.put(flushes.all.count + 1) }

  /// The texts of the batches, in order.
  var texts: [[String]] { batches.all.map { $0.map { Self.text(of: $0) } } }

  static func text(of envelope: Envelope) -> String {
    switch envelope.content {
    case .event(let event): event.name
    case .userProperty(let name, let value, _): "\(name)=\(value)"
    case .identify(let userID, _): "identify \(userID)"
    case .reset: "reset"
    case .error(let message, _): "report \(message)"
    case .purge: "purge"
    }
  }
}

struct IdentifiedByNumber: AnalyticsEvent {
  let number: Int
  var name: String { String(number) }
}

struct Mood: UserProperty {
  let name = "mood"
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [MoodChanged()] }
}

struct MoodChanged: AnalyticsEvent {
  let name = "mood changed"
}

func names(_ numbers: some Sequence<Int>) -> [String] { numbers.map(String.init) }

extension TrackerHub {
  /// Tracks events named by these numbers.
  func track(_ numbers: some Sequence<Int>) {
    for number in numbers { track(TrackedEvent(IdentifiedByNumber(number: number))) }
  }

  /// A line of the ledger: the accepted calls, those that have arrived, those that wait, and where the rest went.
  func entry(_ name: String = "probe") -> String {
    guard let entry = ledger[name] else { return "" }
    let reasons = [
      ("stored", entry.stored), ("retrying", entry.retrying), ("overflow", entry[.overflow]),
      ("rejected", entry[.rejected]),
      ("expired", entry[.expired]), ("failed", entry[.failed]),
      ("after shutdown", entry[.late]), ("purged", entry[.purged]),
    ].filter { $0.1 > 0 }.map { ", \($0.1) \($0.0)" }
    return "\(entry.accepted) = \(entry.delivered) + \(entry.waiting - entry.retrying)" + reasons.joined()
  }

  /// Starts a flush, and returns its answer, which counts everything.
  func startAndFlush() async -> DeliveryResult {
    async let result = flush(timeout: .seconds(9))
    await until { core.update { state, _, _ in !state.waiters.isEmpty } }
    start()
    return await result
  }

  /// Waits until every destination is configured or given up on, and returns whether all of them are configured.
  var started: Bool {
    get async {
      await until {
        core.update { state, _, _ in state.queue.destinations.allSatisfy { $0.hasEnded || $0.phase == .ready } }
      }
      return core.update { state, _, _ in state.queue.destinations.allSatisfy(\.wasConfigured) }
    }
  }

  /// Whether each destination is busy, in their order.
  var isBusy: [Bool] {
    core.update { state, _, _ in state.queue.destinations.map { $0.isBusy } }
  }

  /// Waits until the line of the ledger is this.
  func wait(for text: String, at name: String = "probe") async {
    await until { entry(name) == text }
  }

  /// Returns when everything that was reported so far has reached the issue handler.
  func reportsIssues() async { await core.reportsIssues() }
}

extension HubCore {
  func reportsIssues() async {
    await withCheckedContinuation { continuation in issues.async { continuation.resume() } }
  }
}

/// How long to wait where time is real: longer than anything takes on a machine that is busy with something else.
let realPatience = Duration.seconds(3_600)

/// How many a hub delivers at once, and how long fewer wait for more.
struct Batch {
  let size: Int
  let delay: Duration

  init(_ size: Int = DeliveryPolicy().batchSize, _ delay: Duration = DeliveryPolicy().batchDelay) {
    (self.size, self.delay) = (size, delay)
  }
}

/// A hub of probes whose issues are kept. It delivers at once, one by one, unless told otherwise.
func hub(
  _ destinations: any AnalyticsEventTracker..., capacity: Int = 1_000, retry: RetryPolicy = RetryPolicy(),
  batch: Batch = Batch(1, .zero),
  clock: (any Clock<Duration>)? = ManualClock(), issues: Mailbox<TrackableIssue> = Mailbox(),
  policy adjustment: (inout DeliveryPolicy) -> Void = { _ in }
) -> TrackerHub {
  var policy = DeliveryPolicy()
  policy.capacity = capacity
  policy.retry = retry
  (policy.batchSize, policy.batchDelay) = (batch.size, batch.delay)
  // Where time is real, nothing may depend on how fast the machine is.
  if clock == nil { policy.timeLimit = realPatience }
  adjustment(&policy)
  return TrackableSystem.withTracker(NoOpTracker()) {
    TrackableSystem.issueHandler = { issues.put($0) }
    return TrackerHub(destinations, policy: policy, clock: clock)
  }
}

extension DeliveryResult {
  /// The figures in one line.
  var text: String {
    "\(delivered) delivered, \(failed) failed, \(pending) pending"
      + open.sorted { $0.key < $1.key }.map { ", \($0.value) left at \($0.key)" }.joined()
  }
}

extension ManualClock {
  /// Lets time pass as soon as a task sleeps that long, at most.
  func advance(_ duration: Duration, sleeps count: Int = 1) async {
    await sleeps(count) { $0 == duration }
    advance(by: duration)
  }
}
