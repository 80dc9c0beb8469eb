import Foundation
import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableHub
import TrackableTesting

/// Combinators around destinations do the same in a hub as without one, and are asked when they should be.
@Suite(.timeLimit(.minutes(10))) struct CombinatorStackTests {
  /// What a program's combinators share. The moment is another one when the hub delivers.
  private struct Setting {
    let isInHub: Bool
    let makeLeaf: @Sendable (_ name: String, CallLog) -> any AnalyticsEventTracker
    let log = CallLog()
    let lines = Mailbox<String>()
    let consent = Consent()
    let moment = Shared("")
    /// How many events were kept out in front of each leaf.
    let suppressed = Shared<[Int]>([])

    var isNow: Bool { moment.value.isEmpty }
  }

  // Their names, entities and properties are those of the moment at which they are read.
  private struct A: AnalyticsEvent {
    let number: Int
    let moment: Shared<String>
    var name: String { "a\(number)\(moment.value)" }
    var entity: String { "entity\(moment.value)" }
    var properties: TrackedProperties { ["number" ~>> number, "own" ~>> "a\(moment.value)"] }
  }
  private struct B: AnalyticsEvent {
    let number: Int
    let moment: Shared<String>
    var name: String { "b\(number)\(moment.value)" }
    var eventType: AnalyticsEventType { .click }
    var properties: TrackedProperties { ["number" ~>> number, Sample.Field.note ~>> "b\(moment.value)"] }
  }

  /// A tracker that an adopter writes: it drops, repeats and makes events.
  private struct Written: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let number: Int
    let moment: Shared<String>

    func track(_ event: TrackedEvent) {
      if event.name.hasSuffix("\(number)") { return }
      base.track(event)
      switch (event.name.count + number) % 8 {
      case 0: base.track(TrackedEvent(event, properties: ["again" ~>> number]))
      case 1: base.track(TrackedEvent(A(number: 100, moment: moment), timestamp: CallLog.time))
      default: break
      }
    }

    func update(_ property: TrackedUserProperty) {
      if number < 8 { base.update(property) }
    }
  }

  /// Stands before a combinator, and behind it, and counts the events of which the combinator makes nothing.
  private struct Counter: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let hasMade: Shared<Bool>
    /// What to do if nothing was made; `nil` behind the combinator.
    var count: (@Sendable () -> Void)?

    func track(_ event: TrackedEvent) {
      hasMade.set(count == nil)
      base.track(event)
      if !hasMade.value { count?() }
    }
  }

  /// A leaf in a hub. It is ready, and takes each batch, at the second attempt.
  private struct Leaf: AnalyticsDestination {
    let base: NotingTracker
    let told: Mailbox<String>
    var name: String { base.name }

    func configure() async throws {
      told.put("configure")
      if told.all.count == 1 { throw Probe.Refusal() }
    }
    func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
      told.put("deliver")
      if batch.first?.attempt == 1 { return .retry(because: "busy") }
      batch.perform(on: base)
      return .accepted
    }
    func flush() async { told.put("flush") }
  }

  /// A combinator around a tracker. Where there is no hub, what it keeps out is counted.
  private static func counted(
    _ tracker: any AnalyticsEventTracker, _ random: inout SeededGenerator, _ setting: Setting, leaves: Range<Int>
  ) -> any AnalyticsEventTracker {
    let (kind, number) = (random.below(23), random.below(10))
    // Not counted are an adopter's tracker, and what a gate holds.
    if setting.isInHub || [13, 17].contains(kind) { return wrapped(tracker, kind, number, setting) }
    let hasMade = Shared(false)
    let inside = Counter(base: tracker, hasMade: hasMade)
    return Counter(base: wrapped(inside, kind, number, setting), hasMade: hasMade) {
      [suppressed = setting.suppressed] in
      suppressed.withLock { for leaf in leaves { $0[leaf] += 1 } }
    }
  }

  /// What adopters write around a tracker. The same numbers make the same.
  private static func wrapped(
    _ tracker: any AnalyticsEventTracker, _ kind: Int, _ number: Int, _ setting: Setting
  ) -> any AnalyticsEventTracker {
    switch kind {
    case 0: return tracker.named("named \(number)")
    case 1: return tracker.filter { !$0.name.hasSuffix("\(number)") && setting.isNow }
    case 2: return tracker.filterUserProperties { $0.name.count % 3 != number % 3 && setting.isNow }
    case 3:
      return number < 3 ? tracker.prohibiting(eventTypes: [A.self]) : tracker.prohibiting(userProperties: [Mood.self])
    case 4:
      let now = Shared("")
      return tracker.prohibiting(events: [A(number: number, moment: now), B(number: number, moment: now)])
    case 5:
      return number < 8
        ? tracker.allowing(eventTypes: [A.self, B.self])
        : tracker.allowing(userProperties: [Sample.Plan.self, Mood.self])
    case 6:
      return tracker.map { event in
        var event = event
        event.name += ".\(number)"
        event.properties["mapped"] = .string("\(number)\(setting.moment.value)")
        return event
      }
    case 7: return tracker.compactMap { $0.eventType == .click && number > 7 || !setting.isNow ? nil : $0 }
    case 8: return tracker.renaming(.custom { "\($0)_\(number)\(setting.moment.value)" })
    case 9: return tracker.renaming(.snakeCase)
    case 10: return tracker.addingDefaults(["own" ~>> "default", "default" ~>> number])
    case 11: return tracker.overridingProperties(with: ["own" ~>> "override \(number)"])
    case 12: return tracker.logged(.verbose, log: { setting.lines.put($0) })
    case 13: return tracker.requiringConsent(number < 5 ? .analytics : .advertising, from: setting.consent)
    case 14: return tracker.destination(policy: { $0.capacity += number })
    case 15: return tracker.combined(with: number < 5 ? nil : NoOpTracker())
    case 16: return CombinedTracker(CombinedTracker([tracker]), NoOpTracker()).named("combined \(number)")
    case 17: return Written(base: tracker, number: number, moment: setting.moment)
    case 18:
      return tracker.flatMap { event in
        (0..<number % 4).map { TrackedEvent(event, properties: event.properties + ["copy" ~>> $0]) }
      }
    case 19: return tracker.once(per: .launch) { $0.name.hasPrefix("b") }
    case 20: return tracker.sampled(by: .value(\.name)) { number < 3 && $0.eventType == .click ? 0 : 1 }
    case 21: return Passing(base: tracker)
    default: return tracker.destination()
    }
  }

  /// Some destinations in combinators, and in combinators around those.
  private static func tree(
    _ random: inout SeededGenerator, _ setting: Setting, depth: Int = 0
  ) -> any AnalyticsEventTracker {
    var tracker: any AnalyticsEventTracker
    let first = setting.suppressed.value.count
    if depth < 3, random.chance(40) {
      let count = 1 + random.below(3)
      tracker = CombinedTracker((0..<count).map { _ in tree(&random, setting, depth: depth + 1) })
    } else {
      tracker = setting.makeLeaf("leaf \(first)", setting.log)
      setting.suppressed.withLock { $0.append(0) }
    }
    let leaves = first..<setting.suppressed.value.count
    for _ in 0..<random.below(6) { tracker = counted(tracker, &random, setting, leaves: leaves) }
    return tracker
  }

  private static func calls(_ random: inout SeededGenerator, _ tracker: any AnalyticsEventTracker, _ setting: Setting) {
    for number in 0..<40 {
      switch random.below(12) {
      case 0...3: tracker.track(TrackedEvent(A(number: number, moment: setting.moment), timestamp: CallLog.time))
      case 4...6: tracker.track(TrackedEvent(B(number: number, moment: setting.moment), timestamp: CallLog.time))
      case 7: tracker.update(TrackedUserProperty(Mood(value: "\(number)")))
      case 8: tracker.update(TrackedUserProperty(Sample.Plan()))
      case 9: tracker.identify("user \(number)", traits: [Sample.Field.note ~>> number])
      case 10: tracker.report(Sample.Failure(description: "\(number)"), at: CodeLocation(fileID: "A.swift", line: 1))
      default: tracker.reset()
      }
      if number == 20 { setting.consent.grant(.analytics) }
      if number == 30 { setting.consent.grant(.advertising) }
    }
    setting.moment.set(" later")
  }

  /// In the hub each destination is configured and flushed, gets batches and may fail, whatever is around it.
  @Test(arguments: 0..<SearchScale.times(60, long: 600))
  func `Random stacks of combinators make the same calls in a hub as without one, when they are called`(
    _ seed: Int
  ) async {
    let told = Shared<[Mailbox<String>]>([])
    let alone = Setting(isInHub: false) { name, log in log.tracker(name) }
    let within = Setting(isInHub: true) { name, log in
      let box = Mailbox<String>()
      told.withLock { $0.append(box) }
      return Leaf(base: log.tracker(name), told: box)
    }
    var random = SeededGenerator(seed: UInt64(seed))
    let plain = Self.tree(&random, alone)
    Self.calls(&random, plain, alone)
    random = SeededGenerator(seed: UInt64(seed))
    let tree = Self.tree(&random, within)
    let hub = hub(tree, capacity: 100_000, retry: RetryPolicy(first: .zero), batch: Batch(7, .zero))
    Self.calls(&random, hub, within)
    hub.start()
    let result = await hub.flush(timeout: realPatience)
    #expect(result.pending == 0 && result.open == [:])
    for (leaf, (entry, told)) in zip(hub.ledger.entries, told.value).enumerated() {
      let calls = alone.log.calls.filter { $0.hasPrefix("leaf \(leaf): ") }
      #expect(within.log.calls.filter { $0.hasPrefix("leaf \(leaf): ") } == calls, "seed \(seed)")
      #expect(entry.accepted == calls.count && entry.delivered == calls.count, "seed \(seed)")
      #expect(entry.events == calls.count { $0.hasPrefix("leaf \(leaf): track ") }, "seed \(seed)")
      #expect(entry.suppressed == alone.suppressed.value[leaf], "seed \(seed)")
      let deliveries = Array(repeating: "deliver", count: 2 * ((calls.count + 6) / 7))
      #expect(told.all == ["configure", "configure"] + deliveries + ["flush"], "seed \(seed)")
    }
    #expect(hub.ledger.entries.count == alone.suppressed.value.count)
    // In a hub, a log has the sent calls, and so not those that a gate inside dropped.
    #expect(Set(within.lines.all).subtracting(alone.lines.all) == [])

    // A gate is found, however deep it is.
    withExtendedLifetime(plain) { for setting in [alone, within] { setting.consent.deny(.advertising) } }
    await hub.flush(timeout: realPatience)
    let purged = [alone, within].map { setting in Set(setting.log.calls.filter { $0.hasSuffix(": purge") }) }
    #expect(purged[0] == purged[1])
  }

  /// Combinators around each other that let all events through.
  private static func deep(_ probe: Probe, count: Int) -> any AnalyticsEventTracker {
    let setting = Setting(isInHub: true) { _, _ in NoOpTracker() }
    return (0..<count).reduce(probe) { wrapped($0, [0, 1, 4, 7, 9, 10, 14, 15][$1 % 8], 1_000, setting) }
  }

  @Test(arguments: [(count: 1_000, stack: 8 << 20), (100, 512 << 10)])
  func `Many combinators around each other do not overflow the stack of a thread`(count: Int, stack: Int) async {
    let probe = Probe()
    let made: TrackerHub = await withCheckedContinuation { continuation in
      let thread = Thread {
        let deep = hub(Self.deep(probe, count: count), batch: Batch(100, .zero))
        deep.start()
        deep.track(1...100)
        continuation.resume(returning: deep)
      }
      thread.stackSize = stack
      thread.start()
    }
    #expect(await made.flush(timeout: realPatience).isComplete)
    #expect(probe.received.all == names(1...100))
    #expect(probe.configurations.all == [1])
  }
}
