import Testing

@testable import Trackable

/// The machine, step by step, against the naive one.
@Suite struct OutboxTests {
  /// Every sequence of `steps` up to a length, each continuing from what came before. Answers how many there were, or
  /// `nil` after the first one that differs.
  private func explore(_ comparison: OutboxComparison, _ steps: [OutboxStep], length: Int) -> Int? {
    if length == 0 { return 1 }
    var count = 0
    for step in steps where comparison.allows(step) {
      var copy = comparison
      if let difference = copy.take(step) {
        Issue.record("\(difference)")
        return nil
      }
      if !copy.accountsForEverything {
        Issue.record("\(copy.steps): something was lost, or came twice")
        return nil
      }
      guard let further = explore(copy, steps, length: length - 1) else { return nil }
      count += further
    }
    return count
  }

  @Test func `Every short sequence before and after the first tracker follows the model`() {
    let steps: [OutboxStep] = [.submit, .submitSettled, .open, .next, .takeDropped]
    #expect((explore(OutboxComparison(capacity: 2, waitingCapacity: 2), steps, length: 7) ?? 0) > 70_000)
  }

  @Test func `Every short sequence in which something waits for other actors follows the model`() {
    let steps: [OutboxStep] = [
      .submit, .reserve, .completeFirst, .completeSecond, .completeLast, .completeAgain, .next, .flush,
    ]
    #expect((explore(OutboxComparison(tracker: 0, capacity: 2, waitingCapacity: 3), steps, length: 7) ?? 0) > 50_000)
  }

  @Test func `Every short sequence in which something waits before there is a tracker follows the model`() {
    let steps: [OutboxStep] = [
      .submit, .reserve, .reserveSettled, .completeFirst, .completeLast, .open, .next, .resubmit,
    ]
    #expect((explore(OutboxComparison(capacity: 2, waitingCapacity: 3), steps, length: 7) ?? 0) > 70_000)
  }

  @Test func `Every short sequence in which too much waits follows the model`() {
    let steps: [OutboxStep] = [.submit, .reserve, .completeFirst, .completeLast, .next, .takeDiscarded]
    #expect((explore(OutboxComparison(tracker: 0, capacity: 1, waitingCapacity: 1), steps, length: 7) ?? 0) > 40_000)
  }

  @Test(arguments: 0..<8) func `Long random sequences follow the model`(part: Int) {
    var random = SeededGenerator(seed: UInt64(part))
    for round in 0..<150 {
      var comparison = OutboxComparison(
        tracker: random.chance(30) ? 0 : nil, capacity: 1 + random.below(6), waitingCapacity: 1 + random.below(8))
      // Opening late, and draining rarely, so that something happens before.
      let (openings, drains) = (1 + random.below(10), 5 + random.below(60))
      for _ in 0..<200 {
        let step = OutboxStep.allCases[random.below(OutboxStep.allCases.count)]
        if !comparison.allows(step) || (step == .open && !random.chance(openings)) { continue }
        var difference = comparison.take(step)
        if difference == nil, random.chance(drains) {
          difference = comparison.take(comparison.allows(.next) ? .next : .resubmit)
        }
        guard difference == nil, comparison.accountsForEverything else {
          Issue.record("part \(part), round \(round): \(difference ?? "not accounted for: \(comparison.steps)")")
          return
        }
      }
    }
  }

  @Test func `A thousand are held, ten thousand wait`() {
    var outbox = Outbox()
    for _ in 0..<1_001 { _ = outbox.submit(Outbox.Parcel(delivery: .reset)) }
    #expect(outbox.dropped == 1)
    let mustDrain = outbox.open(with: MarkedTracker(number: 1))
    #expect(mustDrain)
    for _ in 0..<10_001 { _ = outbox.submit(Outbox.Parcel(delivery: .reset)) }
    // The dropped one, and the one that was too much.
    #expect(outbox.takeDiscarded().count == 2)
    #expect(outbox.takeDropped() == 1)
    #expect(outbox.next()?.entries.count == 1_000)
    #expect(outbox.next()?.entries.count == 10_000)
    #expect(outbox.next() == nil)
  }

  @Test func `An outbox that begins with a tracker holds nothing`() {
    var outbox = Outbox(tracker: MarkedTracker(number: 1))
    guard case .perform(let system) = outbox.submit(Outbox.Parcel(delivery: .reset)) else {
      Issue.record("It waits.")
      return
    }
    #expect((system as? MarkedTracker)?.number == 1)
    let mustDrain = outbox.open(with: MarkedTracker(number: 2))
    #expect(!mustDrain)
    #expect(outbox.next() == nil)
  }
}
