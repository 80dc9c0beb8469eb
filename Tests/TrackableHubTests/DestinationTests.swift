import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// Nothing that a destination declares is lost by wrapping it.
@Suite(.timeLimit(.minutes(10))) struct DestinationTests {
  private struct Unwanted: AnalyticsEvent {
    let name = "unwanted"
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

  @Test(arguments: Requirement.allCases)
  func `Every requirement goes through a destination without a hub`(_ requirement: Requirement) async {
    let log = CallLog()
    let destination = log.tracker("leaf").destination { Issue.record("Nothing configures it.") }
    await requirement.send(to: destination)
    #expect(log.calls == (requirement.arrival.map { [$0] } ?? []))
    #expect(destination.name == "leaf")
  }

  // MARK: Around a tracker that an adopter writes

  private struct Mute: ForwardingTracker {
    var base: any AnalyticsEventTracker
    func track(_ event: TrackedEvent) {}
  }

  private struct Named: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let name = "written"
  }

  /// It forwards an event when the next one comes.
  private struct Late: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let waiting = Shared<(event: TrackedEvent, base: any AnalyticsEventTracker)?>(nil)

    func track(_ event: TrackedEvent) {
      if let last = waiting.exchange((event, base)) { last.base.track(last.event) }
    }
  }

  @Test func `It gives a destination its name, and a name around it wins`() {
    #expect(hub(Named(base: Probe("a"))).ledger.entries.map(\.name) == ["written"])
    #expect(hub(Named(base: Probe("a")).named("b")).ledger.entries.map(\.name) == ["b"])
    #expect(hub(Passing(base: Probe("a").named("c"))).ledger.entries.map(\.name) == ["c"])
  }

  @Test func `A call that it forwards later arrives as well`() async {
    let probe = Probe()
    let hub = hub(Late(base: probe))
    hub.start()
    hub.track(1...3)
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["1", "2"])
  }

  @Test func `Events are made for it, because it has to be called to know`() {
    #expect(hub(Mute(base: Probe())).interest.isAll)
  }

  // MARK: One instance

  @Test func `One instance on two ways is one destination, and is never called from two sides at once`() async {
    let (shared, other, configured) = (OneInstance(), Probe("other"), Mailbox<String>())
    let hub = hub(
      shared.renaming(.custom { "a\($0)" }).destination { configured.put("first") }, other,
      shared.map { $0 }.combined(with: shared.named("again")).destination { configured.put("second") })
    hub.start()
    for number in 1...100 {
      hub.track([number])
      async let flush = hub.flush(timeout: .seconds(9))
      hub.track([-number])
      _ = await flush
    }
    #expect(await hub.shutdown(timeout: .seconds(9)).isComplete)
    let state = shared.state.value
    #expect(state.configurations == 1 && configured.all == ["first", "second"])
    #expect(!state.wasEnteredTwice)
    #expect(state.names.count == 600 && state.names.filter { $0.hasPrefix("a") }.count == 200)
    #expect(hub.ledger.entries.map(\.name) == ["shared", "other"])
    #expect(hub.entry("shared") == "600 = 600 + 0")
    // Settings around one of its ways count, too.
    let full = TrackableHubTests.hub(shared, shared.destination(policy: { $0.capacity = 2 }))
    full.track(1...10)
    #expect(full.entry("shared") == "20 = 0 + 2, 18 overflow")
  }
}

/// A destination with an identity, which knows when it is called from two sides.
final class OneInstance: AnalyticsDestination {
  struct State {
    var isInside = false
    var wasEnteredTwice = false
    var names: [String] = []
    var configurations = 0
  }
  let state = Shared(State())
  let name = "shared"

  func configure() async throws { await enter { $0.configurations += 1 } }
  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    await enter { $0.names += batch.map { Probe.text(of: $0) } }
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
