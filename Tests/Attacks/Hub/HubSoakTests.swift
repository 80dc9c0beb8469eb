import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

// To soak ten million events:
//
//     TRACKABLE_TESTS=AttackTests TRACKABLE_ATTACK_SCALE=4000 swift test -c release --filter HubSoak

/// A destination that fails in many ways, counts what it takes, and remembers only the last event of each producer.
private final class Flaky: AnalyticsDestination {
  enum Fault: Sendable { case busy, refuses, fails, hangs, performs, slow }

  struct Counts: Sendable {
    var random: SeededGenerator
    var configurations = 0
    var accepted = 0
    var rejected = 0
    var last: [Int: Int] = [:]
    var problems: [String] = []
  }

  let name: String
  /// For each way of failing, how many batches of a thousand.
  private let faults: KeyValuePairs<Fault, Int>
  private let limit: Int
  private let hangsInFlush: Bool
  private let policy: @Sendable (inout DeliveryPolicy) -> Void
  private let state: Guarded<Counts>

  init(
    _ name: String, _ faults: KeyValuePairs<Fault, Int>, limit: Int = .max, capacity: Int, batch: Int,
    timeLimit: Duration = .seconds(600), hangsInFlush: Bool = false
  ) {
    (self.name, self.faults, self.limit, self.hangsInFlush) = (name, faults, limit, hangsInFlush)
    policy = {
      ($0.capacity, $0.batchSize, $0.batchDelay) = (capacity, batch, .milliseconds(1))
      $0.retry = RetryPolicy(first: .microseconds(100), longest: .milliseconds(2))
      $0.timeLimit = timeLimit
    }
    state = Guarded(Counts(random: SeededGenerator(seed: UInt64(name.count))))
  }

  var counts: Counts { state.current }

  func adjust(_ policy: inout DeliveryPolicy) { self.policy(&policy) }

  func configure() async throws {
    let attempt = state.withLock { state in
      state.configurations += 1
      return state.configurations
    }
    if attempt <= 3 { throw CancellationError() }
  }

  func flush() async { if hangsInFlush { try? await Task.sleep(for: .seconds(600)) } }

  /// Only called where it makes the calls itself.
  func track(_ event: TrackedEvent) {}

  private func draw() -> Fault? {
    var die = state.withLock { $0.random.below(1_000) }
    return faults.first { _, rate in
      die -= rate
      return die < 0
    }?.key
  }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    if batch.count > limit { return .tooLarge }
    var refused: Set<UUID> = []
    switch draw() {
    case .busy: return .retry(after: batch.count.isMultiple(of: 2) ? .milliseconds(1) : nil, because: "busy")
    case .fails: throw CancellationError()
    case .hangs: try await Task.sleep(for: .seconds(600))
    case .refuses: refused = Set(batch.indices.filter { $0.isMultiple(of: 3) }.map { batch[$0].id })
    case .performs:
      batch.perform(on: self)
      note(batch, [])
      throw CancellationError()
    case .slow: try? await Task.sleep(for: .milliseconds(1))
    case nil: break
    }
    note(batch, refused)
    return refused.isEmpty ? .accepted : .rejected(Array(refused), because: "every third")
  }

  /// No delivery comes twice or out of order, also when others between were refused or lost.
  private func note(_ batch: DeliveryBatch, _ refused: Set<UUID>) {
    state.withLock { state in
      for envelope in batch where envelope.number >= 0 {
        let producer = envelope.number >> 40
        let isLate = envelope.number <= state.last[producer] ?? -1
        if isLate { state.problems.append("\(envelope.number) comes again, or late") }
        state.last[producer] = envelope.number
        if refused.contains(envelope.id) { state.rejected += 1 } else { state.accepted += 1 }
      }
      state.problems = Array(state.problems.prefix(5))
    }
  }
}

extension Attacks {
  @Suite struct HubSoak {
    @Test func `The ledger's figures are those that five unreliable destinations count`() async {
      let events = Scale.times(2_500, atMost: 10_000_000)
      // Only a destination that hangs meets its limit, and nothing else takes nearly as long as that.
      let destinations = [
        Flaky("steady", [.performs: 5], capacity: 2_000, batch: 100),
        Flaky("busy", [.busy: 30], capacity: 2_000, batch: 80),
        Flaky("strictest", [.refuses: 50], limit: 30, capacity: 1_000, batch: 100),
        Flaky("broken again", [.fails: 40, .hangs: 1], capacity: 1_000, batch: 50, timeLimit: .seconds(1)),
        Flaky(
          "slow", [.busy: 5, .slow: 20], capacity: 1_500, batch: 120, timeLimit: .milliseconds(200), hangsInFlush: true),
      ]
      let hub = TrackableSystem.withTracker(NoOpTracker()) {
        TrackableSystem.issueHandler = { _ in }
        return TrackerHub(destinations.map { $0 as any AnalyticsEventTracker })
      }
      hub.start()
      let producers = 4
      let peak = Guarded((first: 0, megabytes: 0, threads: 0))
      await withTaskGroup { group in
        for producer in 0..<producers {
          group.addTask {
            for step in 0..<events / producers {
              hub.track(TrackedEvent(Numbered(producer << 40 + step)))
              if step.isMultiple(of: 100) { await Task.yield() }
              // Some wait until a part of it has arrived.
              while producer.isMultiple(of: 2), step.isMultiple(of: 10), hub.ledger.entries[0].waiting > 1_000 {
                await Task.yield()
              }
              if step % max(events / producers / 20, 500) != 0 { continue }
              hub.checkLedger()
              let (memory, threads) = (residentMegabytes() ?? 0, numberOfThreads() ?? 0)
              // After a tenth, it has all the memory that it needs.
              let isFirst = step <= events / producers / 10
              peak.withLock {
                $0 = (isFirst ? max($0.first, memory) : $0.first, max($0.megabytes, memory), max($0.threads, threads))
              }
              if producer == 0 { await hub.flush(timeout: .milliseconds(20)) }
            }
          }
        }
      }
      await hub.checkEnd(timeout: .seconds(patience))
      for (destination, entry) in zip(destinations, hub.ledger.entries) {
        let counts = destination.counts
        check(counts.problems.isEmpty, "\(destination.name): \(counts.problems)")
        check(entry.accepted == events / producers * producers, "every event is counted: \(entry)")
        check(entry.delivered == counts.accepted, "\(destination.name) has got \(counts.accepted): \(entry)")
        check(entry[.rejected] == counts.rejected, "\(destination.name) has refused \(counts.rejected): \(entry)")
        check(entry[.late] == 0 && entry[.failed] == 0, "nothing is left: \(entry)")
        check(counts.accepted > 0, "something arrives")
      }
      let (first, megabytes, threads) = peak.current
      #if !TRACKABLE_SANITIZER
        check(megabytes < first + 60, "memory is bounded; \(first) MB became \(megabytes) MB")
      #endif
      check(threads < 300, "threads are bounded; there are \(threads)")
    }
  }
}
