/// The shell around ``ConsentQueue``: holds the lock while that decides, and makes the calls after releasing it.
final class ConsentGate: Sendable {
  private struct WeakGate {
    weak let gate: ConsentGate?
  }

  private let tracker: any AnalyticsEventTracker
  private let queue: Lock<ConsentQueue>
  /// Those that tell the tracker of a denial as well, as long as they live.
  private let standIns = Lock<[WeakGate]>([])
  /// That of the decision with which it began. It is told of later ones.
  private let start: ConsentMoment
  /// Whether it stands in for another one, as in a hub: then it is gone with its owner, whatever it holds.
  private let isStandIn: Bool
  let policy: ConsentPolicy
  private let purpose: ConsentPurpose
  let location: CodeLocation

  init(
    _ tracker: any AnalyticsEventTracker, _ queue: ConsentQueue, _ purpose: ConsentPurpose, _ location: CodeLocation,
    isStandIn: Bool = false
  ) {
    self.tracker = tracker
    self.isStandIn = isStandIn
    policy = queue.policy
    start = queue.decision.moment
    self.queue = Lock(queue)
    self.purpose = purpose
    self.location = location
  }

  var status: Consent.Status { queue.withLock { $0.status } }

  /// Whether a call may be made now; ``leave()`` has to follow. Otherwise it was held or dropped.
  func enter(
    isChange: Bool = false, from moment: ConsentMoment = .current, _ delivery: () -> Delivery
  ) -> Bool {
    if queue.withLock({ $0.passes(isChange: isChange, from: moment) }) { return true }
    let kept = KeptDelivery(delivery().frozen, at: moment)
    let (passes, discarded) = queue.withLock { queue -> (Bool, [KeptDelivery]) in
      if queue.passes(isChange: isChange, from: moment) { return (true, []) }
      return queue.take(kept)
    }
    // What was dropped may hold the last reference to an adopter's object.
    withExtendedLifetime(discarded) {}
    keepWhileHolding()
    return passes
  }

  /// A call that was allowed to be made has returned.
  func leave() {
    if queue.withLock({ $0.leave() }) { work() }
  }

  func submit(_ delivery: Delivery) {
    // Whatever was decided when a purge was asked for: it tells nothing about anybody.
    let moment = if case .purge = delivery { ConsentMoment.now } else { ConsentMoment.current }
    if enter(isChange: delivery.isChange, from: moment, { delivery }) {
      delivery.perform(on: tracker)
      leave()
    }
  }

  /// The user has decided. Decisions that were made earlier than the one that is known have no effect.
  func change(to decision: ConsentDecision) {
    let standIns = livingStandIns(and: nil)
    let isToldElsewhere = standIns.contains { $0.start < decision.moment }
    let change = queue.withLock { $0.change(to: decision, isToldElsewhere: isToldElsewhere) }
    if change.dropped > 0 {
      IssueReporter.current.report(.droppedWhileUndecided(change.dropped, purpose, at: location))
    }
    if change.startsWork { work() }
    keepWhileHolding()
    withExtendedLifetime((change.discarded, standIns)) {}
  }

  /// Nobody can tell any more what the user decides.
  func letGo() {
    let keeper = queue.withLock { $0.keeper.take() }
    withExtendedLifetime(keeper) {}
  }

  /// Keeps the gate for what it holds: the link or the task that it was made for may be gone when the user decides.
  private func keepWhileHolding() {
    if isStandIn { return }
    let keeper = queue.withLock { queue in
      let keeper = queue.keeper
      queue.keeper = queue.isHolding ? self : nil
      return keeper
    }
    withExtendedLifetime(keeper) {}
  }

  /// Another gate leads to the tracker as well, and tells it of a denial as long as it lives.
  func add(standIn: ConsentGate) { _ = livingStandIns(and: standIn) }

  /// The stand-ins that are still there, and no others from now on.
  ///
  /// One of these references may turn out to be the last, so the caller releases them after unlocking.
  private func livingStandIns(and new: ConsentGate?) -> [ConsentGate] {
    standIns.withLock { standIns in
      if standIns.isEmpty, new == nil { return [] }
      let living = standIns.compactMap(\.gate) + [new].compactMap { $0 }
      standIns = living.map { WeakGate(gate: $0) }
      return living
    }
  }

  /// Calls `action` when nothing is being replayed.
  func whenDrained(_ action: @escaping @Sendable () -> Void) {
    if !queue.withLock({ $0.wait(action) }) { action() }
  }

  /// Makes the calls that were held, one after the other.
  private func work() {
    var step = queue.withLock { $0.next() }
    while case .perform(let delivery) = step {
      delivery.perform(on: tracker)
      step = queue.withLock { queue in
        // Whether somebody has to go on after this call makes no difference: this is the one who does.
        _ = queue.leave()
        return queue.next()
      }
    }
    guard case .finish(let waiters, let dropped) = step else { return }
    if dropped > 0 { IssueReporter.current.report(.droppedBehindHeld(dropped, purpose, at: location)) }
    for resume in waiters { resume() }
    keepWhileHolding()
  }
}

extension TrackableIssue {
  fileprivate static func droppedWhileUndecided(
    _ count: Int, _ purpose: ConsentPurpose, at location: CodeLocation
  ) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message: "\(count) deliveries were dropped before the user agreed to \(purpose), the latest ones.",
      remedy: "ask the user earlier, or hold more with requiringConsent(_:from:whileUndecided: .hold(capacity:)).",
      location: location)
  }

  fileprivate static func droppedBehindHeld(
    _ count: Int, _ purpose: ConsentPurpose, at location: CodeLocation
  ) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message: "\(count) deliveries were dropped after the user had agreed to \(purpose): more than "
        + "\(ConsentQueue.waitingCapacity) waited while the tracker was given what had been held.",
      remedy: "put a TrackerHub behind requiringConsent, whose calls return at once.", location: location)
  }
}
