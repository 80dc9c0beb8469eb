import Foundation
import Synchronization
import TestSupport
import Testing
import Trackable

@testable import TrackableHub

/// The inbox alone, and threads that hand over while somebody takes.
@Suite(.timeLimit(.minutes(5))) struct HubInboxTests {
  #if TRACKABLE_SANITIZER
    private static let scale = 1
  #else
    private static let scale = 10
  #endif

  // MARK: One thread

  /// The inbox as one would write it for a single thread: one array.
  private struct Model {
    let isHurried: Bool
    var waiting: [Int] = []
    var taken: [Int] = []
    var isScheduled = false
    var isWoken = false
    var wasUsed = false

    mutating func append(_ number: Int) -> HubInbox.Duty {
      waiting.append(number)
      wasUsed = true
      if waiting.count > HubInbox.limit { return .help }
      if !isWoken, isHurried || waiting.count >= HubInbox.wakingCount {
        isWoken = true
        return .wake
      }
      if isScheduled || isHurried { return .nothing }
      isScheduled = true
      return .schedule
    }

    mutating func take() {
      taken += waiting
      waiting = []
      isWoken = false
    }

    mutating func look() -> Bool {
      isScheduled = wasUsed
      wasUsed = false
      return isScheduled
    }
  }

  @Test(arguments: [false, true], 1...10)
  func `A single thread finds the duties and the order of a plain array`(isHurried: Bool, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let inbox = HubInbox(isHurried: isHurried)
    var arrivals = HubArrivals()
    var model = Model(isHurried: isHurried)
    var number = 0
    for _ in 0..<200 * Self.scale {
      switch random.below(6) {
      case 0 where arrivals.isEmpty:
        inbox.take(into: &arrivals)
        model.take()
      case 1: #expect(inbox.look() == model.look(), "seed \(seed)")
      case 2, 3:
        for _ in 0..<random.below(100) where !model.taken.isEmpty {
          #expect(arrivals.popFirst().map(Self.number) == model.taken.removeFirst(), "seed \(seed)")
        }
      default:
        for _ in 0..<(random.chance(1) ? HubInbox.limit : random.below(80)) {
          let (duty, expected) = (inbox.append(Self.call(number)), model.append(number))
          if duty != expected { Issue.record("seed \(seed): call \(number) is to \(duty), not to \(expected)") }
          number += 1
        }
      }
      #expect(arrivals.count == model.taken.count, "seed \(seed)")
    }
  }

  // MARK: Several threads

  /// Does for the inbox what the hub does, but what is to be done at once or after a while is done when a test says so.
  private final class Shell: Sendable {
    private struct State {
      var arrivals = HubArrivals()
      var numbers: [Int] = []
    }

    let inbox: HubInbox
    private let state = Lock(State())
    private let wakeUps = Atomic(0)
    private let looks = Atomic(0)

    init(isHurried: Bool) { inbox = HubInbox(isHurried: isHurried) }

    /// What has been distributed, in that order.
    var numbers: [Int] { state.withLock { $0.numbers } }
    var count: Int { state.withLock { $0.numbers.count } }

    func append(_ number: Int) {
      switch inbox.append(HubInboxTests.call(number)) {
      case .nothing: break
      case .schedule: looks.add(1, ordering: .relaxed)
      case .wake: wakeUps.add(1, ordering: .relaxed)
      case .help: distribute(4)
      }
    }

    func distribute(_ count: Int = .max) {
      state.withLock { state in
        if state.arrivals.isEmpty { inbox.take(into: &state.arrivals) }
        for _ in 0..<count {
          guard let call = state.arrivals.popFirst() else { return }
          state.numbers.append(HubInboxTests.number(call))
        }
      }
    }

    /// Follows a call that was to wake somebody, if there is one.
    func wakeUp() -> Bool {
      if wakeUps.load(ordering: .relaxed) == 0 { return false }
      wakeUps.subtract(1, ordering: .relaxed)
      // What a helper has left, and what has come since.
      for _ in 0..<2 { distribute() }
      return true
    }

    /// The same if somebody is to look by now.
    func look() -> Bool {
      if looks.load(ordering: .relaxed) == 0 { return false }
      for _ in 0..<2 { distribute() }
      if !inbox.look() { looks.subtract(1, ordering: .relaxed) }
      return true
    }
  }

  /// When a call began and when it returned, in ticks of a clock that all threads share.
  private struct Span {
    let beginning: Int
    let end: Int
  }

  private static let producers = 6
  private static let rounds = 300 * scale

  /// What happens in a round of the test below: how much each producer hands over.
  private static func amount(seed: UInt64, round: Int, producer: Int) -> Int {
    var random = SeededGenerator(seed: seed &+ UInt64(round * producers + producer) &* 1_000_003)
    // Most rounds end before anybody has looked twice: what the last call found is what counts.
    return random.chance(1) ? random.below(2_500) : random.chance(20) ? random.below(100) : random.below(3)
  }

  @Test(arguments: [false, true], 1...2)
  func `Nothing is lost or late or out of order while threads hand over and others take`(
    isHurried: Bool, seed: UInt64
  ) {
    let shell = Shell(isHurried: isHurried)
    let clock = Atomic(0)
    let round = Atomic(0)
    let finished = Atomic(0)
    let spans = onThreads(Self.producers + 1) { thread -> [Span] in
      var spans: [Span] = []
      if thread == Self.producers {
        var random = SeededGenerator(seed: seed)
        var expected = 0
        for number in 1...Self.rounds {
          for producer in 0..<Self.producers {
            expected += Self.amount(seed: seed, round: number, producer: producer)
          }
          let isIdle = random.chance(5)
          round.store(number, ordering: .releasing)
          while finished.load(ordering: .acquiring) < number * Self.producers {
            if isIdle || random.chance(20) {
              sched_yield()
            } else if random.chance(30) {
              shell.distribute(random.below(20))
            } else {
              _ = shell.wakeUp() || shell.look()
            }
          }
          // It is quiet. Nobody comes now but those who were told to.
          while shell.wakeUp() {}
          let left = expected - shell.count
          // Some may have been taken and not distributed, and as many have come since, when nobody was woken for either.
          if left > 2 * (HubInbox.wakingCount - 1) {
            Issue.record("seed \(seed), round \(number): nobody is woken for \(left)")
          }
          while shell.look() {}
          if shell.count != expected {
            Issue.record("seed \(seed), round \(number): nobody comes for \(expected - shell.count)")
            break
          }
        }
        round.store(.max, ordering: .releasing)
        return []
      }
      for number in 1...Self.rounds {
        while round.load(ordering: .acquiring) < number { sched_yield() }
        for _ in 0..<Self.amount(seed: seed, round: number, producer: thread) {
          let beginning = clock.add(1, ordering: .sequentiallyConsistent).newValue
          shell.append(spans.count * Self.producers + thread)
          spans.append(Span(beginning: beginning, end: clock.add(1, ordering: .sequentiallyConsistent).newValue))
        }
        finished.add(1, ordering: .releasing)
      }
      return spans
    }
    shell.distribute()
    Self.check(shell.numbers, spans, seed: seed)
  }

  /// Whatever had been handed over before something else was must have been distributed before it.
  private static func check(_ numbers: [Int], _ spans: [[Span]], seed: UInt64) {
    #expect(numbers.count == spans.reduce(0) { $0 + $1.count }, "seed \(seed)")
    #expect(Set(numbers).count == numbers.count, "seed \(seed)")
    var latest = 0
    for number in numbers {
      let span = spans[number % producers][number / producers]
      if span.end < latest {
        Issue.record("seed \(seed): something that was handed over later was distributed before \(number)")
        return
      }
      latest = max(latest, span.beginning)
    }
  }

  private static func call(_ number: Int) -> HubInbox.Call {
    HubInbox.Call(delivery: nil, time: .distantPast, way: .refused(number))
  }

  private static func number(_ call: HubInbox.Call) -> Int {
    if case .refused(let number) = call.way { number } else { -1 }
  }
}
