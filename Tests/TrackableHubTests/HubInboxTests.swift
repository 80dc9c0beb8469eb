import Foundation
import TestSupport
import Testing
import Trackable

@testable import TrackableHub

/// The inbox alone. One test at a time, so that its threads run at the same time where there are few processors.
@Suite(.serialized, .timeLimit(.minutes(10))) struct HubInboxTests {
  #if TRACKABLE_SANITIZER
    private static let scale = 1
  #elseif DEBUG
    private static let scale = SearchScale.times(1, long: 3)
  #else
    private static let scale = 10
  #endif

  // MARK: One thread

  /// The inbox as one would write it for a single thread: one array.
  private struct Model {
    let isHurried: Bool
    var waiting: [Int] = []
    var isScheduled = false
    var isWoken = false

    mutating func append(_ number: Int) -> HubInbox.Duty? {
      waiting.append(number)
      if waiting.count > HubInbox.limit { return .help }
      if !isWoken, isHurried || waiting.count >= HubInbox.wakingCount {
        isWoken = true
        return .wake
      }
      if isScheduled || isHurried { return nil }
      isScheduled = true
      return .schedule
    }

    mutating func take(_ limit: Int) -> [Int] {
      if waiting.isEmpty { return [] }
      isWoken = false
      defer { waiting.removeFirst(min(limit, waiting.count)) }
      return Array(waiting.prefix(limit))
    }

    mutating func look() { isScheduled = false }
  }

  @Test(arguments: [false, true], 1...4)
  func `A single thread finds the duties and the order of a plain array`(isHurried: Bool, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let inbox = HubInbox(isHurried: isHurried)
    var model = Model(isHurried: isHurried)
    var number = 0
    for _ in 0..<200 * Self.scale {
      switch random.below(6) {
      case 0, 2:
        let limit = random.chance(50) ? .max : random.below(500)
        #expect(inbox.numbers(limit) == model.take(limit), "seed \(seed)")
      case 1:
        inbox.beginDistributing()
        model.look()
      default:
        for _ in 0..<(random.chance(1) ? HubInbox.limit : random.below(80)) {
          let (duty, expected) = (inbox.enqueue(number), model.append(number))
          if duty != expected { Issue.record("seed \(seed): call \(number) is to \(duty), not to \(expected)") }
          number += 1
        }
      }
    }
    #expect(inbox.numbers(.max) == model.waiting, "seed \(seed)")
  }

  // MARK: Several threads

  /// Stands in for the hub, but looks when a test says so, and not at once or after a while.
  private final class Shell: Sendable {
    let inbox: HubInbox
    private let state = Lock<[Int]>([])
    private let wakeUps = Shared(0)
    private let looks = Shared(0)

    init(isHurried: Bool) { inbox = HubInbox(isHurried: isHurried) }

    /// What has been distributed, in that order.
    var numbers: [Int] { state.withLock { $0 } }
    var count: Int { state.withLock { $0.count } }

    func append(_ number: Int) {
      switch inbox.enqueue(number) {
      case nil: break
      case .schedule: looks.add(1)
      case .wake: wakeUps.add(1)
      case .help: distribute(HubInbox.help)
      }
    }

    func distribute(_ count: Int = .max) {
      state.withLock { $0 += inbox.numbers(count) }
    }

    /// Follows a call that was to wake a worker, if there is one.
    func wakeUp() -> Bool {
      if wakeUps.value == 0 { return false }
      wakeUps.add(-1)
      distribute()
      return true
    }

    /// Follows a call that was to let a worker look after a while, if there is one.
    func look() -> Bool {
      if looks.value == 0 { return false }
      looks.add(-1)
      inbox.beginDistributing()
      distribute()
      return true
    }
  }

  /// When a call began and when it returned, in ticks of a clock that all threads share.
  private struct Span {
    let beginning: Int
    let end: Int
  }

  /// The number of calls in each of many rounds, with a pause after each.
  struct Load: CustomTestStringConvertible {
    let producers: Int
    let rounds: Int
    let isHurried: Bool

    var testDescription: String { "\(producers) producers" + (isHurried ? ", in a hurry" : "") }

    /// Most rounds are so short that they end while a worker looks: the findings of the last call count.
    func amount(_ random: inout SeededGenerator) -> Int {
      if producers == 1 { return random.below(4) }
      return random.chance(1) ? random.below(2_500) : random.chance(20) ? random.below(100) : random.below(3)
    }

    static let all = [false, true].flatMap { isHurried in
      [
        Load(producers: 6, rounds: SearchScale.times(30, long: 150) * scale, isHurried: isHurried),
        // Two threads on two processors: they meet in the middle of what the other does.
        Load(producers: 1, rounds: SearchScale.times(500, long: 5_000) * scale, isHurried: isHurried),
      ]
    }
  }

  @Test(arguments: Load.all)
  func `Nothing is lost or late or out of order while threads hand over and others take`(_ load: Load) async {
    await takingTurns { exchange(load) }
  }

  private func exchange(_ load: Load) {
    let producers = load.producers
    let shell = Shell(isHurried: load.isHurried)
    let clock = Shared(0)
    let round = Shared(0)
    let expected = Shared(0)
    let finished = Shared(0)
    let problems = Lock<[String]>([])
    let spans = onThreads(producers + 1) { thread -> [Span] in
      var random = SeededGenerator(seed: UInt64(thread))
      var spans: [Span] = []
      if thread == producers {
        for number in 1...load.rounds {
          let isIdle = random.chance(2)
          round.set(number)
          while finished.value < number * producers {
            if isIdle {
              sched_yield()
            } else if random.chance(20) {
              shell.distribute(random.below(20))
            } else {
              _ = shell.wakeUp() || shell.look()
            }
          }
          // It is quiet. Only the workers that were told to come do so.
          while shell.wakeUp() {}
          let left = expected.value - shell.count
          if left > HubInbox.wakingCount - 1 {
            problems.withLock { $0.append("round \(number): no worker is woken for \(left)") }
          }
          while shell.look() {}
          let late = expected.value - shell.count
          if late != 0 {
            problems.withLock { $0.append("round \(number): no worker comes for \(late)") }
            break
          }
        }
        round.set(.max)
        return []
      }
      for number in 1...load.rounds {
        Self.spin { round.value >= number }
        for _ in 0..<load.amount(&random) {
          var pause = random.below(100)
          Self.spin {
            pause -= 1
            return pause < 0
          }
          let beginning = clock.add(1)
          shell.append(spans.count * producers + thread)
          spans.append(Span(beginning: beginning, end: clock.add(1)))
          expected.add(1)
        }
        finished.add(1)
      }
      return spans
    }
    #expect(problems.withLock { $0 } == [])
    shell.distribute()
    Self.check(shell.numbers, spans, producers: producers)
  }

  /// Waits without leaving the processor at once, so that both threads run when it ends.
  private static func spin(until isDone: () -> Bool) {
    var count = 0
    while !isDone() {
      count += 1
      if count.isMultiple(of: 1_000) { sched_yield() }
    }
  }

  /// Calls must be distributed in the order in which they came.
  private static func check(_ numbers: [Int], _ spans: [[Span]], producers: Int) {
    #expect(numbers.count == spans.reduce(0) { $0 + $1.count })
    #expect(Set(numbers).count == numbers.count)
    var latest = 0
    for number in numbers {
      let span = spans[number % producers][number / producers]
      if span.end < latest {
        Issue.record("something that was handed over later was distributed before \(number)")
        return
      }
      latest = max(latest, span.beginning)
    }
  }
}

extension HubInbox {
  fileprivate func enqueue(_ number: Int) -> Duty? {
    enqueue(AddressedCall(call: .reset, time: .distantPast, destinations: [number])) { nil }
  }

  fileprivate func numbers(_ limit: Int) -> [Int] {
    var calls: [AddressedCall] = []
    dequeue(limit, into: &calls)
    return calls.map { $0.destinations[0] }
  }
}
