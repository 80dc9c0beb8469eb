import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableHub

/// The ledger counts the events that a combinator in front of a destination keeps out.
@Suite(.timeLimit(.minutes(10))) struct SuppressedTests {
  private struct A: AnalyticsEvent { let name: String }
  private struct B: AnalyticsEvent { let name: String }

  private static func event(_ name: String) -> TrackedEvent {
    name.hasPrefix("a") ? TrackedEvent(A(name: name)) : TrackedEvent(B(name: name))
  }

  /// A tracker that an adopter writes.
  private struct Written: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let number: Int
    func track(_ event: TrackedEvent) { if event.name.count % 3 != number % 3 { base.track(event) } }
  }

  /// A combinator, and the events that it makes of one.
  private struct Combinator {
    let wrap: (any AnalyticsEventTracker) -> any AnalyticsEventTracker
    var isCounted = true
    let make: (String) -> [String]

    init(_ random: inout SeededGenerator, _ consent: Consent) {
      let number = random.below(5)
      switch random.below(9) {
      case 0:
        wrap = { $0.filter { !$0.name.hasPrefix("a\(number)") } }
        make = { $0.hasPrefix("a\(number)") ? [] : [$0] }
      case 1:
        wrap = { $0.prohibiting(eventTypes: [A.self]) }
        make = { $0.hasPrefix("a") ? [] : [$0] }
      case 2, 3:
        wrap = { $0.once(per: .launch) { $0.name.hasPrefix("b") } }
        let seen = Shared<Set<String>>([])
        make = { name in !name.hasPrefix("b") || seen.withLock { $0.insert(name).inserted } ? [name] : [] }
      case 4:
        wrap = {
          $0.flatMap { event in
            (0..<number).map { copy in
              var event = event
              if copy > 0 { event.name += "+\(copy)" }
              return event
            }
          }
        }
        make = { name in (0..<number).map { $0 > 0 ? name + "+\($0)" : name } }
      case 5:
        wrap = { $0.compactMap { $0.name.hasSuffix("\(number)") ? nil : $0 } }
        make = { $0.hasSuffix("\(number)") ? [] : [$0] }
      case 6:
        wrap = { $0.requiringConsent(.analytics, from: consent) }
        make = { [$0] }
      case 7:
        wrap = { number == 0 ? $0.requiringConsent(.advertising, from: consent) as any AnalyticsEventTracker : $0 }
        isCounted = false
        make = { number == 0 ? [] : [$0] }
      default:
        wrap = { Written(base: $0, number: number) }
        isCounted = false
        make = { $0.count % 3 == number % 3 ? [] : [$0] }
      }
    }
  }

  /// Combinators around each other, the outermost first.
  private struct Stack {
    let combinators: [Combinator]

    init(_ random: inout SeededGenerator, _ consent: Consent) {
      combinators = (0..<random.below(4)).map { _ in Combinator(&random, consent) }
    }

    func around(_ tracker: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
      combinators.reversed().reduce(tracker) { $1.wrap($0) }
    }

    /// The events that are left of some.
    func make(_ events: [String], counting suppressed: inout Int) -> [String] {
      var events = events
      for combinator in combinators {
        events = events.flatMap { event in
          let made = combinator.make(event)
          if made.isEmpty, combinator.isCounted { suppressed += 1 }
          return made
        }
      }
      return events
    }
  }

  @Test(arguments: 0..<SearchScale.times(60, long: 1_000))
  func `Random combinators are counted as a naive model says`(_ seed: Int) async {
    var random = SeededGenerator(seed: UInt64(seed))
    let consent = Consent([.analytics: .granted, .advertising: .denied])
    let (outside, insides) = (Stack(&random, consent), (0..<2).map { _ in Stack(&random, consent) })
    let probes = [Probe("0"), Probe("1")]
    let hub = hub(
      outside.around(CombinedTracker(zip(insides, probes).map { $0.around($1) })),
      batch: Batch(100, .zero))
    hub.start()
    var (suppressed, arrived) = ([0, 0], [[String]](repeating: [], count: 2))
    for _ in 0..<30 {
      let name = ["a", "b"][random.below(2)] + "\(random.below(5))"
      hub.track(Self.event(name))
      var count = 0
      let made = outside.make([name], counting: &count)
      for index in 0..<2 {
        suppressed[index] += count
        arrived[index] += insides[index].make(made, counting: &suppressed[index])
      }
    }
    #expect(await hub.flush(timeout: realPatience).isComplete)
    for index in 0..<2 {
      let entry = hub.ledger.entries[index]
      #expect(probes[index].received.all.filter { $0 != "reset" && $0 != "purge" } == arrived[index])
      #expect(entry.events == arrived[index].count)
      #expect(entry.suppressed == suppressed[index])
    }
  }

  @Test func `An event that is not drawn is suppressed, by its type's rate of this moment`() async {
    let (probe, share) = (Probe(), Shared(0.0))
    let hub = hub(probe.sampled(by: .value(\.name)) { $0.base is A ? share.value : 1 })
    hub.start()
    for _ in 0..<3 { hub.track(Self.event("a")) }
    hub.track(Self.event("b"))
    hub.identify("john")
    share.set(1)
    hub.track(Self.event("a"))
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["b", "identify john", "a"])
    #expect(hub.ledger.entries[0].suppressed == 3 && hub.ledger.entries[0].accepted == 3)
  }

  @Test func `Only events are counted, and each once, when the gate before it lets it through`() async {
    let (probe, consent) = (Probe(), Consent())
    let hub = hub(
      probe.once(per: .launch) { _ in true }.filterUserProperties { _ in false }
        .requiringConsent(.analytics, from: consent))
    hub.start()
    for _ in 0..<3 { hub.track(Self.event("a")) }
    hub.update(TrackedUserProperty(Mood(value: "good")))
    #expect(hub.ledger.entries[0].suppressed == 0)
    consent.grant(.analytics)
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["a"])
    #expect(hub.ledger.entries[0].suppressed == 2)
  }
}
