import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// Combinators around destinations do the same in a hub as without one, and are asked when they should be.
@Suite(.timeLimit(.minutes(10))) struct CombinatorStackTests {
  private struct A: AnalyticsEvent {
    let number: Int
    var name: String { "a\(number)" }
    var properties: TrackedProperties { ["number" ~>> number, "own" ~>> "a"] }
  }
  private struct B: AnalyticsEvent {
    let number: Int
    var name: String { "b\(number)" }
    var eventType: AnalyticsEventType { .click }
    var properties: TrackedProperties { ["number" ~>> number, Sample.Field.note ~>> "b"] }
  }

  /// A tracker that an adopter writes: it drops, changes and repeats events.
  private struct Written: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let number: Int

    func track(_ event: TrackedEvent) {
      if event.name.hasSuffix("\(number)") { return }
      base.track(event)
      if event.name.count % 4 == number % 4 { base.track(TrackedEvent(event, properties: ["again" ~>> number])) }
    }

    func update(_ property: TrackedUserProperty) {
      if number < 8 { base.update(property) }
    }
  }

  /// What adopters write around a tracker. The same numbers make the same.
  private static func wrapped(
    _ tracker: any AnalyticsEventTracker, _ random: inout SeededGenerator, consent: Consent, lines: Mailbox<String>
  ) -> any AnalyticsEventTracker {
    let number = random.below(10)
    switch random.below(20) {
    case 0: return tracker.named("named \(number)")
    case 1: return tracker.filter { !$0.name.hasSuffix("\(number)") }
    case 2: return tracker.filterUserProperties { $0.name.count % 3 != number % 3 }
    case 3:
      return number < 3 ? tracker.prohibiting(eventTypes: [A.self]) : tracker.prohibiting(userProperties: [Mood.self])
    case 4: return tracker.prohibiting(events: [A(number: number), B(number: number)])
    case 5:
      return number < 8
        ? tracker.allowing(eventTypes: [A.self, B.self])
        : tracker.allowing(userProperties: [Sample.Plan.self, Mood.self])
    case 6:
      return tracker.map { event in
        var event = event
        event.name += ".\(number)"
        event.properties["mapped"] = .int(number)
        return event
      }
    case 7: return tracker.compactMap { $0.eventType == .click && number > 7 ? nil : $0 }
    case 8: return tracker.renaming(.custom { "\($0)_\(number)" })
    case 9: return tracker.renaming(.snakeCase)
    case 10: return tracker.addingDefaults(["own" ~>> "default", "default" ~>> number])
    case 11: return tracker.overridingProperties(with: ["own" ~>> "override \(number)"])
    case 12: return tracker.logged(.verbose, log: { lines.put($0) })
    case 13: return tracker.requiringConsent(number < 5 ? .analytics : .advertising, from: consent)
    case 14: return tracker.destination(policy: { $0.capacity += number })
    case 15: return tracker.combined(with: number < 5 ? nil : NoOpTracker())
    case 16: return CombinedTracker(CombinedTracker([tracker]), NoOpTracker()).named("combined \(number)")
    case 17: return Written(base: tracker, number: number)
    case 18:
      return tracker.flatMap { event in
        (0..<number % 4).map { TrackedEvent(event, properties: event.properties + ["copy" ~>> $0]) }
      }
    default: return tracker.destination()
    }
  }

  /// Some destinations in combinators, and in combinators around those.
  private static func tree(
    _ random: inout SeededGenerator, log: CallLog, consent: Consent, lines: Mailbox<String>, depth: Int = 0
  ) -> any AnalyticsEventTracker {
    var tracker: any AnalyticsEventTracker
    if depth < 3, random.chance(40) {
      let count = 1 + random.below(3)
      tracker = CombinedTracker(
        (0..<count).map { _ in tree(&random, log: log, consent: consent, lines: lines, depth: depth + 1) })
    } else {
      tracker = log.tracker("leaf \(random.below(1_000_000))")
    }
    for _ in 0..<random.below(6) { tracker = wrapped(tracker, &random, consent: consent, lines: lines) }
    return tracker
  }

  private static func calls(_ random: inout SeededGenerator, _ tracker: any AnalyticsEventTracker, _ consent: Consent) {
    for number in 0..<40 {
      switch random.below(12) {
      case 0...3: tracker.track(TrackedEvent(A(number: number), timestamp: CallLog.time))
      case 4...6: tracker.track(TrackedEvent(B(number: number), timestamp: CallLog.time))
      case 7: tracker.update(TrackedUserProperty(Mood(value: "\(number)")))
      case 8: tracker.update(TrackedUserProperty(Sample.Plan()))
      case 9: tracker.identify("user \(number)", traits: [Sample.Field.note ~>> number])
      case 10: tracker.report(Sample.Failure(description: "\(number)"), at: CodeLocation(fileID: "A.swift", line: 1))
      default: tracker.reset()
      }
      if number == 20 { consent.grant(.analytics) }
      if number == 30 { consent.grant(.advertising) }
    }
  }

  private static func byLeaf(_ log: CallLog) -> [String: [String]] {
    Dictionary(grouping: log.calls.filter { !$0.hasSuffix(": flush") }) { $0.prefix { $0 != ":" }.description }
  }

  @Test(arguments: 0..<SearchScale.times(18, long: 150))
  func `Random stacks of combinators make the same calls in a hub as without one`(_ seed: Int) async {
    func run(in hub: (any AnalyticsEventTracker) -> TrackerHub?) async -> ([String: [String]], Set<String>) {
      var random = SeededGenerator(seed: UInt64(seed))
      let (log, lines, consent) = (CallLog(), Mailbox<String>(), Consent())
      let tree = Self.tree(&random, log: log, consent: consent, lines: lines)
      let hub = hub(tree)
      hub?.start()
      Self.calls(&random, hub ?? tree, consent)
      if let hub {
        let result = await hub.flush(timeout: realPatience)
        #expect(result.pending == 0 && result.open == [:])
        for entry in hub.ledger.entries { #expect(entry.accepted == entry.delivered) }
      }
      return (Self.byLeaf(log), Set(lines.all))
    }
    let without = await run { _ in nil }
    let with = await run { hub($0, batch: Batch(7, .zero)) }
    #expect(with.0 == without.0)
    // In a hub, a log has the sent calls, and so not those that a gate inside dropped.
    #expect(with.1.subtracting(without.1) == [])
  }

  @Test func `Every combinator is asked at the call, and not at each attempt of a batch`() async {
    var probe = Probe()
    probe.onBatch = { _, attempt in attempt < 3 ? .retry(because: "busy") : .accepted }
    let (isOn, order) = (Lock(true), Mailbox<String>())
    let hub = hub(
      probe
        .renaming(
          .custom { name in
            order.put("renamed")
            return name
          }
        )
        .filter { _ in isOn.withLock { $0 } }
        .map { event in
          var event = event
          event.properties["on"] = .bool(isOn.withLock { $0 })
          return event
        }
        .filterUserProperties { _ in isOn.withLock { $0 } },
      retry: RetryPolicy(first: .zero))
    hub.track(1...2)
    hub.update(TrackedUserProperty(Mood(value: "good")))
    isOn.withLock { $0 = false }
    hub.track(3...4)
    hub.update(TrackedUserProperty(Mood(value: "bad")))
    let asked = order.all.count
    #expect(asked >= 4)
    isOn.withLock { $0 = true }
    // Something else is so when it is delivered.
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["1", "2", "mood=good"])
    #expect(order.all.count == asked)
    for envelope in probe.batches.all.flatMap({ $0 }) {
      if case .event(let event) = envelope.content { #expect(event.properties["on"] == true) }
    }
    #expect(hub.entry() == "3 = 3 + 0")
  }

  /// A thousand combinators around each other, of each kind.
  private static func deep(_ probe: Probe, count: Int = 1_000) -> any AnalyticsEventTracker {
    var tracker: any AnalyticsEventTracker = probe
    for number in 0..<count {
      switch number % 8 {
      case 0: tracker = tracker.prohibiting(eventTypes: [A.self])
      case 1: tracker = tracker.renaming(.custom { $0 })
      case 2: tracker = tracker.named("deep")
      case 3: tracker = tracker.addingDefaults(["a" ~>> number])
      case 4: tracker = number % 16 == 4 ? tracker.filter { _ in true } : tracker.logged(.none, log: { _ in })
      case 5: tracker = tracker.destination()
      case 6: tracker = tracker.map { $0 }
      default: tracker = tracker.combined(with: nil)
      }
    }
    return tracker
  }

  @Test func `A thousand combinators around each other do not overflow the stack`() async {
    let probe = Probe()
    let hub = hub(Self.deep(probe), batch: Batch(100, .zero))
    hub.start()
    hub.track(1...100)
    #expect(await hub.flush(timeout: realPatience).isComplete)
    #expect(probe.received.all == names(1...100))
    #expect(probe.configurations.all == [1])
  }

  @Test func `A hundred combinators do not overflow the small stack of a thread`() async {
    let probe = Probe()
    let made: TrackerHub = await withCheckedContinuation { continuation in
      let thread = Thread {
        let deep = hub(Self.deep(probe, count: 100), batch: Batch(100, .zero))
        deep.start()
        deep.track(1...100)
        continuation.resume(returning: deep)
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(await made.flush(timeout: realPatience).isComplete)
    #expect(probe.received.all == names(1...100))
  }
}
