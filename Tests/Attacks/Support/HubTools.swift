import Testing
import Trackable
import TrackableHub
import TestSupport

/// A destination that does what an attack tells it, and knows when it is called from two sides.
final class Target: AnalyticsDestination {
  let name: String
  private let policy: @Sendable (inout DeliveryPolicy) -> Void
  private let onConfigure: @Sendable () async throws -> Void
  private let onDeliver: @Sendable (DeliveryBatch) async throws -> DeliveryOutcome
  private let onFlush: @Sendable () async -> Void
  private let active = Shared(0)
  let overlaps = Tally()
  /// Every delivery that has been acknowledged.
  let arrived = Guarded<[Envelope]>([])

  init(
    _ name: String = "target", policy: @escaping @Sendable (inout DeliveryPolicy) -> Void = { _ in },
    deliver: @escaping @Sendable (DeliveryBatch) async throws -> DeliveryOutcome = { _ in .accepted },
    configure: @escaping @Sendable () async throws -> Void = {},
    flush: @escaping @Sendable () async -> Void = {}
  ) {
    self.name = name
    self.policy = policy
    (onConfigure, onDeliver, onFlush) = (configure, deliver, flush)
  }

  func configure() async throws { try await alone { try await onConfigure() } }
  func flush() async { await onFlush() }
  func adjust(_ policy: inout DeliveryPolicy) { self.policy(&policy) }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    let outcome = try await alone { try await onDeliver(batch) }
    switch outcome {
    case .accepted: arrived.withLock { $0 += batch }
    case .rejected(let ids, _): arrived.withLock { $0 += batch.filter { !ids.contains($0.id) } }
    case .retry, .tooLarge: break
    }
    return outcome
  }

  private func alone<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    if active.add(1) - 1 > 0 { overlaps.add() }
    defer { active.add(-1) }
    return try await body()
  }

  var numbers: [Int] { arrived.current.map(\.number) }
}

extension Envelope {
  /// The number of the event; -1 if it is none.
  var number: Int {
    if case .track(let event)? = call { event.number } else { -1 }
  }
}

extension TrackerHub {
  func track(_ number: Int) { track(TrackedEvent(Numbered(number))) }

  /// Checks what the ledger says at any time.
  @discardableResult func checkLedger() -> TrackerLedger {
    let ledger = ledger
    for entry in ledger.entries {
      let sum =
        entry.held + entry.waiting + entry.stored + entry.delivered + entry.handedOver + entry.dropped
      check(entry.accepted + entry.adopted == sum, "the ledger adds up; it says \(entry)")
      check(entry.waiting >= entry.retrying && entry.retrying >= 0, "nothing is counted twice; it says \(entry)")
    }
    return ledger
  }

  /// Ends the hub, and checks that nothing is left.
  @discardableResult func checkEnd(timeout: Duration = .seconds(patience)) async -> DeliveryResult {
    let result = await shutdown(timeout: timeout)
    check(result.pending == 0 && result.failed >= 0 && result.delivered >= 0, "a shutdown settles all; \(result)")
    check(checkLedger().outstanding == 0, "nothing is left: \(ledger)")
    return result
  }
}

/// Waits until a condition holds, and returns whether it does.
func eventually(_ condition: @Sendable () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(patience)
  while !condition() {
    if ContinuousClock.now > end { return false }
    await Task.yield()
    spin(microseconds: 50)
  }
  return true
}
