import Testing

@testable import Trackable

private struct Marked: AnalyticsEventTracker {
  let number: Int
  func track(_ event: TrackedEvent) {}
}

extension Outbox.Entry {
  fileprivate var userID: String {
    if case .parcel(let parcel) = self, case .identify(let userID) = parcel.delivery { userID } else { "" }
  }
}

extension Outbox {
  /// The tracker to perform a delivery with, or `nil`: it waits.
  fileprivate mutating func submit(_ delivery: Delivery) -> Marked? {
    if case .perform(let system) = submit(Parcel(delivery: delivery)) { system as? Marked } else { nil }
  }
}

/// An outbox as a list and two variables.
private struct NaiveOutbox {
  var waiting: [String] = []
  var tracker: Int?
  var isOpen = false
  var dropped = 0

  mutating func submit(_ userID: String) -> Int? {
    if isOpen { return tracker }
    waiting.append(userID)
    if waiting.count > 1_000 {
      waiting.removeFirst()
      dropped += 1
    }
    return nil
  }

  mutating func open(_ number: Int) -> Bool {
    defer { tracker = number }
    return tracker == nil
  }

  mutating func next() -> (batch: [String], tracker: Int)? {
    guard let tracker, !isOpen else { return nil }
    if waiting.isEmpty {
      isOpen = true
      return nil
    }
    defer { waiting = [] }
    return (waiting, tracker)
  }
}

private enum Step: CaseIterable { case submit, open, next, takeDropped, submitMany }

/// Takes the same step in both and compares everything that can be seen.
private struct Comparison {
  var outbox = Outbox()
  var naive = NaiveOutbox()
  var steps: [Step] = []

  mutating func take(_ step: Step) {
    steps.append(step)
    let number = steps.count
    switch step {
    case .submit: submit("\(number)")
    case .submitMany: for index in 0..<700 { submit("\(number).\(index)") }
    case .open: #expect(outbox.open(with: Marked(number: number)) == naive.open(number), "\(steps)")
    case .next:
      let (real, expected) = (outbox.next(), naive.next())
      #expect(real?.entries.map(\.userID) == expected?.batch, "\(steps)")
      #expect((real?.system as? Marked)?.number == expected?.tracker, "\(steps)")
    case .takeDropped:
      #expect(outbox.takeDropped() == naive.dropped, "\(steps)")
      naive.dropped = 0
    }
    #expect((outbox.tracker as? Marked)?.number == naive.tracker, "\(steps)")
    #expect(outbox.dropped == naive.dropped, "\(steps)")
  }

  private mutating func submit(_ userID: String) {
    let real = outbox.submit(.identify(userID))
    let expected = naive.submit(userID)
    if real?.number != expected {
      Issue.record("\(steps): \(String(describing: real)), \(String(describing: expected))")
    }
  }

  /// Every sequence of `steps` up to a length, each continuing from what came before.
  func explore(_ steps: [Step], length: Int) {
    if length == 0 { return }
    for step in steps {
      var copy = self
      copy.take(step)
      copy.explore(steps, length: length - 1)
    }
  }
}

@Suite struct OutboxTests {
  @Test func everyShortSequenceFollowsTheModel() {
    Comparison().explore([.submit, .open, .next], length: 7)
  }

  @Test func everyShortSequenceThatOverflowsFollowsTheModel() {
    Comparison().explore([.submitMany, .open, .next, .takeDropped], length: 5)
  }

  @Test func longRandomSequencesFollowTheModel() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<20 {
      var pair = Comparison()
      for _ in 0..<40 {
        let step = Step.allCases[Int.random(in: Step.allCases.indices, using: &random)]
        // Opening late, so that something happens before.
        if step == .open, pair.steps.count < 15 { continue }
        pair.take(step)
      }
    }
  }

  @Test func anOutboxThatBeginsWithATrackerHoldsNothing() {
    var outbox = Outbox(tracker: Marked(number: 1))
    #expect(outbox.submit(.reset)?.number == 1)
    let mustDrain = outbox.open(with: Marked(number: 2))
    #expect(!mustDrain)
    #expect(outbox.submit(.reset)?.number == 2)
    #expect(outbox.next() == nil)
  }
}
