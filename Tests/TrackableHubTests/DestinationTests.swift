import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// Nothing that a destination declares is lost by wrapping it.
@Suite(.timeLimit(.minutes(10))) struct DestinationTests {
  private struct Wanted: AnalyticsEvent {
    let name = "wanted"
  }
  private struct Unwanted: AnalyticsEvent {
    let name = "unwanted"
  }

  static let combinators: [(String, @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker)] = [
    ("named", { $0.named("probe") }),
    ("filter", { $0.filter { _ in true } }),
    ("filterUserProperties", { $0.filterUserProperties { _ in true } }),
    ("prohibiting types", { $0.prohibiting(eventTypes: [Trigger.self]) }),
    ("prohibiting events", { $0.prohibiting(events: [Trigger()]) }),
    ("prohibiting properties", { $0.prohibiting(userProperties: [Sample.Plan.self]) }),
    ("map", { $0.map { $0 } }),
    ("compactMap", { $0.compactMap { $0 } }),
    ("renaming", { $0.renaming(.custom { $0 }) }),
    ("adding", { $0.addingDefaults(["a": 1]) }),
    ("overriding", { $0.overridingProperties(with: ["a": 1]) }),
    ("logged", { $0.logged(.verbose, log: { _ in }) }),
    ("consent", { $0.requiringConsent(.analytics, from: Consent([.analytics: .granted])) }),
    ("destination", { $0.destination() }),
    ("policy", { $0.destination(policy: { _ in }) }),
    ("flatMap", { $0.flatMap { [$0] } }),
    ("an adopter's tracker", { Passing(base: $0) }),
    ("an adopter's tracker around others", { Passing(base: Passing(base: $0.named("probe")).map { $0 }) }),
    ("combined", { $0.combined(with: nil) }),
    ("combined in combined", { CombinedTracker(CombinedTracker($0), NoOpTracker()).combined(with: NoOpTracker()) }),
    (
      "consent in a combination in a filter",
      {
        $0.requiringConsent(.analytics, from: Consent([.analytics: .granted])).combined(with: nil).filter { _ in true }
          .logged(log: { _ in })
      }
    ),
    (
      "several",
      {
        $0.named("other").filter { _ in true }.renaming(.custom { $0 }).logged(log: { _ in }).destination()
          .combined(with: nil).named("probe")
      }
    ),
  ]

  private struct Trigger: AnalyticsEvent {}

  @Test(arguments: combinators.indices)
  func `A destination in a combinator is configured, takes batches and may fail`(_ index: Int) async {
    var probe = Probe()
    probe.policy = {
      $0.batchSize = 7
      $0.retry = RetryPolicy(limit: 0)
    }
    probe.onBatch = { batch, _ in
      let wrong = batch.filter { Probe.text(of: $0) == "identify john" }
      return wrong.isEmpty ? .accepted : .rejected(wrong.map(\.id), because: "no users")
    }
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(Self.combinators[index].1(probe), issues: issues)
    hub.track(Wanted())
    hub.identify("john")
    hub.reset()
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(probe.configurations.all == [1])
    #expect(probe.texts == [["wanted", "identify john", "reset"]])
    #expect(probe.flushes.all == [1])
    #expect(hub.entry() == "3 = 2 + 0, 1 rejected")
    #expect(await issues.kinds(1, in: hub) == [.deliveriesRejected])
  }

  @Test func `A destination made of a destination adds to what that does itself`() async {
    var probe = Probe()
    probe.policy = { $0.capacity = 7 }
    let configured = Mailbox<String>()
    probe.onConfigure = { _ in configured.put("own") }
    let hub = hub(
      probe.destination { configured.put("inner") }
        .prohibiting(eventTypes: [Unwanted.self])
        .destination {
          configured.put("outer")
        } policy: {
          $0.capacity -= 4
        }
        .named("b"))
    hub.track(1...5)
    hub.track(Unwanted())
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(configured.all == ["own", "inner", "outer"])
    // Prohibited events need no room.
    #expect(probe.received.all == ["3", "4", "5"])
    #expect(hub.entry("b") == "5 = 3 + 0, 2 overflow")
  }

  @Test func `A configuration around a destination that fails is tried again`() async {
    let (probe, attempts) = (Probe(), Mailbox<Int>())
    let hub = hub(
      probe.destination {
        attempts.put(1)
        if attempts.all.count < 3 { throw Probe.Refusal() }
      }.logged(log: { _ in }), retry: RetryPolicy(first: .zero))
    hub.track([1])
    hub.start()
    #expect(await hub.started)
    await probe.received.elements(1)
    #expect(attempts.all.count == 3)
  }

  @Test(arguments: Requirement.allCases)
  func `Every requirement goes through a destination without a hub`(_ requirement: Requirement) async {
    let log = CallLog()
    let destination = log.tracker("leaf").destination { Issue.record("Nothing configures it.") }
    await requirement.send(to: destination)
    #expect(log.calls == (requirement.arrival.map { [$0] } ?? []))
    #expect(destination.name == "leaf")
  }

  // MARK: One instance

  private final class Shared: AnalyticsDestination {
    struct State {
      var isInside = false
      var wasEnteredTwice = false
      var names: [String] = []
      var configurations = 0
      var ids: [Envelope.ID] = []
    }
    let state = Lock(State())
    let name = "shared"

    func configure() async throws { await enter { $0.configurations += 1 } }
    func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
      await enter {
        $0.names += batch.map { Probe.text(of: $0) }
        $0.ids += batch.map(\.id)
      }
      return .accepted
    }
    func flush() async { await enter { _ in } }

    private func enter(_ body: @Sendable (inout State) -> Void) async {
      state.withLock {
        if $0.isInside { $0.wasEnteredTwice = true }
        $0.isInside = true
        body(&$0)
      }
      for _ in 0..<10 { await Task.yield() }
      state.withLock { $0.isInside = false }
    }
  }

  @Test func `One instance on two ways is one destination, and is never called from two sides at once`() async {
    let (shared, other) = (Shared(), Probe("other"))
    let hub = hub(
      shared.renaming(.custom { "a\($0)" }), other, shared.map { $0 }.combined(with: shared.named("again")))
    hub.start()
    for number in 1...100 {
      hub.track([number])
      async let flush = hub.flush(timeout: .seconds(9))
      hub.track([-number])
      _ = await flush
    }
    #expect(await hub.shutdown(timeout: .seconds(9)).isComplete)
    let state = shared.state.withLock { $0 }
    #expect(state.configurations == 1)
    #expect(!state.wasEnteredTwice)
    #expect(state.names.count == 600 && state.names.filter { $0.hasPrefix("a") }.count == 200)
    #expect(Set(state.ids).count == 600)
    #expect(hub.ledger.entries.map(\.name) == ["shared", "other"])
    #expect(hub.entry("shared") == "600 = 600 + 0")
  }

  @Test func `A combinator around one of two ways to an instance counts as well`() async {
    let (shared, configured) = (Shared(), Mailbox<String>())
    let hub = hub(
      shared.destination { configured.put("first") },
      CombinedTracker(shared, shared).destination {
        configured.put("second")
      } policy: {
        $0.capacity = 2
      })
    #expect(hub.ledger.entries.count == 1)
    hub.track(1...10)
    hub.start()
    #expect(await hub.flush(timeout: .seconds(9)).isComplete)
    #expect(configured.all == ["first", "second"])
    #expect(hub.entry("shared") == "30 = 2 + 0, 28 overflow")
  }
}
