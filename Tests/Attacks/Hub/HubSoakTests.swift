import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

// To soak ten million events, and see the figures:
//
//     TRACKABLE_TESTS=AttackTests TRACKABLE_ATTACK_SCALE=4000 swift test -c release --filter HubSoak

/// A destination that fails in many ways, counts its deliveries, and remembers only the last batch.
private final class Flaky: AnalyticsDestination {
  /// The number of batches of a thousand in which it fails, for each way.
  struct Faults: Sendable {
    var retry = 0
    var rejected = 0
    var throwing = 0
    var slow = 0
    var hanging = 0
    /// It takes no more at once.
    var limit = Int.max
    var failingConfigurations = 0
    var hangingFlushes = 0
    /// It makes the calls itself, and then says that it has failed.
    var performing = 0
  }

  struct State: Sendable {
    var random: SeededGenerator
    var configurations = 0
    var flushes = 0
    var accepted = 0
    var rejected = 0
    var batches = 0
    var failures = 0
    /// The last event that has arrived from each producer.
    var last: [Int: Int] = [:]
    /// The deliveries that have to come again unless a full queue drops them, and their attempts so far.
    var returned: [UUID: (number: Int, attempt: Int)] = [:]
    var problems: [String] = []
  }

  struct Refusal: Error {}

  let name: String
  private let faults: Faults
  private let policy: @Sendable (inout DeliveryPolicy) -> Void
  private let state: Guarded<State>

  init(_ name: String, seed: UInt64, _ faults: Faults, policy: @escaping @Sendable (inout DeliveryPolicy) -> Void) {
    self.name = name
    self.faults = faults
    self.policy = policy
    state = Guarded(State(random: SeededGenerator(seed: seed)))
  }

  var counts: State { state.current }

  func adjust(_ policy: inout DeliveryPolicy) { self.policy(&policy) }

  func configure() async throws {
    if state.withLock({
      $0.configurations += 1; return $0.configurations <= faults.failingConfigurations
    }) {
      throw Refusal()
    }
  }

  func flush() async {
    if state.withLock({
      $0.flushes += 1; return $0.flushes <= faults.hangingFlushes
    }) {
      try? await Task.sleep(for: .seconds(600))
    }
  }

  /// Only called where it makes the calls itself.
  func track(_ event: TrackedEvent) {}

  private enum Fate { case accept, retry, reject, fail, hang, perform }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    if batch.count > faults.limit {
      state.withLock { note(batch, &$0, isReturned: true) }
      return .tooLarge
    }
    let (fate, isSlow) = state.withLock { state in
      let die = state.random.below(1_000)
      var edge = 0
      func comesUp(_ rate: Int) -> Bool {
        edge += rate
        return die < edge
      }
      let fate: Fate =
        comesUp(faults.retry)
        ? .retry
        : comesUp(faults.rejected)
          ? .reject
          : comesUp(faults.throwing)
            ? .fail : comesUp(faults.hanging) ? .hang : comesUp(faults.performing) ? .perform : .accept
      return (fate, state.random.below(1_000) < faults.slow)
    }
    if isSlow { try? await Task.sleep(for: .milliseconds(1)) }
    switch fate {
    case .accept:
      state.withLock { note(batch, &$0) }
      return .accepted
    case .perform:
      batch.perform(on: self)
      state.withLock { note(batch, &$0) }
      throw Refusal()
    case .reject:
      let refused = batch.indices.filter { $0.isMultiple(of: 3) }.map { batch[$0].id }
      state.withLock { note(batch, &$0, refused: Set(refused)) }
      return .rejected(refused, because: "every third")
    case .retry:
      state.withLock { note(batch, &$0, isReturned: true) }
      return .retry(after: batch.count.isMultiple(of: 2) ? .milliseconds(1) : nil, because: "busy")
    case .fail:
      state.withLock { note(batch, &$0, isReturned: true) }
      throw Refusal()
    case .hang:
      state.withLock { note(batch, &$0, isReturned: true) }
      try await Task.sleep(for: .seconds(600))
      return .accepted
    }
  }

  private func note(_ batch: DeliveryBatch, _ state: inout State, refused: Set<UUID> = [], isReturned: Bool = false) {
    state.batches += 1
    // Those before the first one of a producer would have come first: the queue has dropped them.
    let first = Dictionary(batch.map { ($0.number >> 40, $0.number) }, uniquingKeysWith: min)
    state.returned = state.returned.filter { $0.value.number >= first[$0.value.number >> 40] ?? 0 }
    var newest = state.last
    for envelope in batch {
      let number = envelope.number
      guard number >= 0 else { continue }
      let producer = number >> 40
      // No delivery comes twice or out of order, also when others between were refused or lost.
      if number <= newest[producer] ?? -1 { state.problems.append("\(number) comes again, or late") }
      newest[producer] = number
      if envelope.attempt != (state.returned[envelope.id]?.attempt ?? 0) + 1 {
        state.problems.append("\(number) is attempt \(envelope.attempt)")
      }
      if !isReturned {
        if refused.contains(envelope.id) { state.rejected += 1 } else { state.accepted += 1 }
        state.returned[envelope.id] = nil
      }
    }
    if isReturned {
      state.failures += 1
      for envelope in batch where envelope.number >= 0 {
        state.returned[envelope.id] = (envelope.number, envelope.attempt)
      }
      // Never more than a batch and the rest of a larger one. Of a producer that is not in this batch, the queue may have
      // dropped any.
      let again = state.returned.values.count { first[$0.number >> 40] != nil }
      if again > 200 { state.problems.append("\(again) are to come again") }
    } else {
      state.last = newest
    }
    if state.problems.count > 5 { state.problems.removeLast() }
  }
}

extension Attacks {
  @Suite struct HubSoak {
    @Test func `The ledger's figures are those that five unreliable destinations count`() async {
      let events = Scale.times(2_500, atMost: 10_000_000)
      // Only the destination that hangs meets its limit, and nothing else takes nearly as long as that.
      func policy(
        _ capacity: Int, _ count: Int, timeLimit: Duration = .seconds(600)
      ) -> @Sendable (inout DeliveryPolicy) -> Void {
        {
          $0.capacity = capacity
          ($0.batchSize, $0.batchDelay) = (count, .milliseconds(1))
          $0.retry = RetryPolicy(first: .microseconds(100), longest: .milliseconds(2))
          $0.timeLimit = timeLimit
        }
      }
      let destinations = [
        Flaky("steady", seed: 1, .init(performing: 5), policy: policy(2_000, 100)),
        Flaky("busy", seed: 2, .init(retry: 30, failingConfigurations: 3), policy: policy(2_000, 80)),
        Flaky("strict", seed: 3, .init(rejected: 50, limit: 30), policy: policy(1_000, 100)),
        Flaky(
          "broken", seed: 4, .init(throwing: 40, hanging: 1, hangingFlushes: 3),
          policy: policy(1_000, 50, timeLimit: .seconds(1))),
        Flaky(
          "slow", seed: 5, .init(retry: 5, slow: 20, hangingFlushes: 1_000_000),
          policy: policy(1_500, 120, timeLimit: .milliseconds(200))),
      ]
      let hub = TrackableSystem.withTracker(NoOpTracker()) {
        TrackableSystem.issueHandler = { _ in }
        return TrackerHub(destinations.map { $0 as any AnalyticsEventTracker })
      }
      hub.start()
      let begun = ContinuousClock.now
      let producers = 4
      let peak = Guarded((megabytes: 0, threads: 0))
      let first = Guarded(0)
      // Those with an even number wait until some of it has arrived; the others wait a little.
      await withTaskGroup { group in
        for producer in 0..<producers {
          group.addTask {
            for step in 0..<events / producers {
              hub.track(TrackedEvent(Numbered(producer << 40 + step)))
              if producer.isMultiple(of: 2) {
                while step.isMultiple(of: 10), hub.ledger["steady"].map({ $0.waiting > 1_000 }) ?? false {
                  await Task.yield()
                }
              } else if step.isMultiple(of: 100) {
                await Task.yield()
              }
              if step % max(events / producers / 20, 500) == 0 {
                hub.checkLedger()
                let (memory, threads) = (residentMegabytes() ?? 0, numberOfThreads() ?? 0)
                peak.withLock { $0 = (max($0.megabytes, memory), max($0.threads, threads)) }
                // After a twentieth, it has all the memory that it needs.
                if step <= events / producers / 10 { first.withLock { $0 = max($0, memory) } }
                if producer == 0 {
                  let result = await hub.flush(timeout: .milliseconds(20))
                  check(
                    result.delivered >= 0 && result.failed >= 0 && result.pending >= 0,
                    "a flush returns nonsense: \(result)")
                }
              }
            }
          }
        }
      }
      await hub.checkEnd(timeout: .seconds(patience))
      let seconds = begun.duration(to: .now) / .seconds(1)
      let total = events / producers * producers
      for (destination, entry) in zip(destinations, hub.ledger.entries) {
        let counts = destination.counts
        check(counts.problems.isEmpty, "\(destination.name): \(counts.problems)")
        check(entry.accepted == total, "every event is counted: \(entry)")
        check(entry.delivered == counts.accepted, "\(destination.name) has got \(counts.accepted): \(entry)")
        check(entry[.rejected] == counts.rejected, "\(destination.name) has refused \(counts.rejected): \(entry)")
        check(entry[.late] == 0 && entry[.failed] == 0, "nothing is left: \(entry)")
        check(counts.accepted > 0 && counts.batches > 0, "something arrives")
      }
      let (megabytes, threads) = peak.current
      let rest = residentMegabytes() ?? 0
      if Scale.factor > 1 {
        print(
          "\(total) events in \(Int(seconds)) s; memory at first \(first.current) MB, at most \(megabytes) MB, at the end \(rest)"
            + " MB; at most \(threads) threads\n\(hub.ledger)")
      }
      #if !TRACKABLE_SANITIZER
        check(megabytes < first.current + 60, "memory is bounded; \(first.current) MB became \(megabytes) MB")
      #endif
      check(threads < 300, "threads are bounded; there are \(threads)")
    }
  }
}
