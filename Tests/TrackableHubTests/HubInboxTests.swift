import TestSupport
import Testing
import Trackable

@testable import TrackableHub

/// The inbox alone, on one thread: all of it is under one lock.
@Suite struct HubInboxTests {
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
  }

  @Test(arguments: [false, true], 1...4)
  func `A single thread finds the duties and the order of a plain array`(isHurried: Bool, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let inbox = HubInbox(isHurried: isHurried)
    var model = Model(isHurried: isHurried)
    var number = 0
    for _ in 0..<SearchScale.times(200, long: 2_000) {
      switch random.below(6) {
      case 0, 2:
        let limit = random.chance(50) ? .max : random.below(500)
        #expect(inbox.numbers(limit) == model.take(limit), "seed \(seed)")
      case 1:
        inbox.beginDistributing()
        model.isScheduled = false
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
