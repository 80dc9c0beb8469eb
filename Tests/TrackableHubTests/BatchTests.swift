import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

/// How many are delivered at once, and how long they wait for that.
@Suite(.timeLimit(.minutes(10))) struct BatchTests {
  @Test func `A batch goes out when it is full`() async {
    let (probe, clock) = (Probe(), ManualClock())
    let hub = hub(probe, batch: BatchPolicy(count: 100, delay: .seconds(10)), clock: clock)
    hub.start()
    hub.track(1...250)
    // The clock stands still, so nothing else looks at the last ones.
    #expect(hub.ledger["probe"]?.accepted == 250)
    await probe.received.elements(200)
    #expect(probe.texts == [names(1...100), names(101...200)])
    await hub.wait(for: "250 = 200 + 50")
  }

  @Test func `Fewer go out when the first of them has waited for the delay`() async {
    let (probe, clock) = (Probe(), ManualClock())
    let hub = hub(probe, batch: BatchPolicy(count: 100, delay: .seconds(10)), clock: clock)
    hub.start()
    #expect(await hub.started)
    hub.track([1])
    await clock.advance(.seconds(10))
    await probe.received.elements(1)
    #expect(probe.texts == [["1"]])
    hub.track([2])
    await clock.advance(.seconds(10), sleeps: 2)
    await probe.received.elements(2)
    #expect(probe.texts == [["1"], ["2"]])
  }

  @Test func `Each destination has batches of its own`() async {
    var (one, many) = (Probe("one"), Probe("many"))
    one.policy = { $0.batch = BatchPolicy(count: 1, delay: .zero) }
    many.policy = { $0.batch = BatchPolicy(count: 100, delay: .seconds(10)) }
    let clock = ManualClock()
    let hub = hub(one, many, batch: BatchPolicy(count: 3), clock: clock)
    hub.start()
    hub.track(1...3)
    await one.received.elements(3)
    #expect(one.texts == [["1"], ["2"], ["3"]])
    #expect(many.texts == [])
    await clock.sleeps(1) { $0 == .seconds(10) }
    clock.advance(by: .seconds(10))
    await many.received.elements(3)
    #expect(many.texts == [names(1...3)])
  }

  @Test(arguments: ["flush", "background", "shutdown"])
  func `A batch that is not full goes out with a call for a`(_ end: String) async {
    let probe = Probe()
    let hub = hub(probe, batch: BatchPolicy(count: 100, delay: .seconds(10)))
    hub.start()
    hub.track(1...3)
    switch end {
    case "flush": #expect(await hub.flush(timeout: .seconds(1)).isComplete)
    case "background": #expect(await hub.applicationDidEnterBackground(deadline: .seconds(1)).isComplete)
    default: #expect(await hub.shutdown(timeout: .seconds(1)).isComplete)
    }
    #expect(probe.texts == [names(1...3)])
  }

  @Test func `A queue that is full does not wait for a batch that is larger`() async {
    let probe = Probe()
    let hub = hub(probe, capacity: 3, batch: BatchPolicy(count: 100, delay: .seconds(10)))
    hub.start()
    // The clock stands still.
    for number in stride(from: 1, to: 9, by: 3) {
      hub.track(number...number + 2)
      await hub.wait(for: "\(number + 2) = \(number + 2) + 0")
    }
    #expect(probe.received.all == names(1...9))
  }

  @Test func `Sizes that make no sense are bounded`() {
    #expect(BatchPolicy(count: 0).count == 1 && BatchPolicy(count: .max).count == 1_000_000)
    var policy = BatchPolicy()
    #expect(policy.count == 50 && policy.delay == .milliseconds(100))
    policy.count = -7
    #expect(policy.count == 1)
  }

  @Test func `A destination that takes batches tells an event that comes without a hub`() {
    struct Batches: AnalyticsDestination {
      let name = "Backend"
      func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome { .accepted }
    }
    let issues = Mailbox<TrackableIssue>()
    TrackableSystem.withTracker(Batches()) {
      TrackableSystem.issueHandler = { issues.put($0) }
      MoodChanged().trigger()
    }
    #expect(issues.kinds == [.destinationWithoutHub])
    #expect(
      issues.texts.first?.contains("Backend takes batches, which only a hub makes; 'mood changed' went nowhere.")
        == true)
  }

  @Test func `A destination with no method for events refuses them, with one issue, and gets the rest`() async {
    struct Empty: AnalyticsDestination {
      let name = "Empty"
      let users = Mailbox<String>()
      func identify(_ user: TrackedUser) { users.put(user.id) }
    }
    let (empty, issues) = (Empty(), Mailbox<TrackableIssue>())
    let hub = hub(empty, batch: BatchPolicy(count: 3, delay: .zero), issues: issues)
    hub.identify("first")
    hub.track(1...2)
    hub.identify("second")
    hub.track(3...7)
    hub.start()
    await hub.flush(timeout: .seconds(60))
    #expect(empty.users.all == ["first", "second"])
    #expect(hub.entry("Empty") == "9 = 2 + 0, 7 rejected")
    #expect(await issues.kinds(1, in: hub) == [.deliveriesRejected])
    let reason = "it implements neither track(_:) nor deliver(_:); implement one of them."
    #expect(issues.texts.first?.contains("Empty refuses 2 deliveries: \(reason)") == true)
  }

  private struct Batches: AnalyticsDestination {
    let name = "Other"
    func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome { .accepted }
  }

  private struct Wrapper: AnalyticsEventTracker {
    let name = "Wrapper"
    let base: any AnalyticsEventTracker
    func track(_ event: TrackedEvent) { base.track(event) }
    func identify(_ user: TrackedUser) { base.identify(user) }
  }

  @Test func `A tracker that hides a destination refuses every call`() async {
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(Wrapper(base: Batches()), issues: issues)
    hub.track([1])
    hub.identify("john")
    hub.start()
    await hub.flush(timeout: .seconds(60))
    #expect(hub.entry("Wrapper") == "2 = 0 + 0, 2 rejected")
    #expect(await issues.kinds(1, in: hub) == [.deliveriesRejected])
    #expect(issues.texts.first?.contains("conform it to ForwardingTracker") == true)
  }

  @Test func `An event that reaches a destination with batches on a hidden way is refused as well`() async {
    let (batches, issues) = (Batches(), Mailbox<TrackableIssue>())
    let hub = hub(ClosureTracker { if $0.name != "1" { batches.track($0) } }.named("Closure"), issues: issues)
    hub.track(1...3)
    hub.start()
    await hub.flush(timeout: .seconds(60))
    #expect(hub.entry("Closure") == "3 = 1 + 0, 2 rejected")
    #expect(await issues.kinds(1, in: hub) == [.deliveriesRejected])
    #expect(issues.texts.first?.contains("Other") == true)
  }

  @Test func `The ledger tells how much of it are events, without what a combinator keeps out`() async {
    let (probe, filtered) = (Probe(), Probe("filtered"))
    let hub = hub(probe, filtered.filter { $0.name != "2" })
    hub.identify("john")
    hub.track(1...3)
    hub.reset()
    hub.start()
    await hub.flush(timeout: .seconds(60))
    #expect(hub.ledger.entries.map(\.accepted) == [5, 4] && hub.ledger.entries.map(\.events) == [3, 2])
    for entry in hub.ledger.entries { #expect(entry.accepted == entry.delivered) }
  }
}
