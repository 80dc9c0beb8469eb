import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// Consent around destinations of a hub, and a purge of what waits.
@Suite(.timeLimit(.minutes(10))) struct HubConsentTests {
  /// How a destination behind a gate may be denied when its hub starts.
  enum Denial: CaseIterable { case created, before, withdrawn }

  @Test(arguments: Denial.allCases, [true, false])
  func `If consent is denied, the hub purges the events of earlier processes before the destination sends them`(
    denial: Denial, isFirst: Bool
  ) async {
    let consent = Consent(denial == .created ? [.analytics: .denied] : denial == .before ? [:] : [.analytics: .granted])
    let done = Mailbox<String>()
    var probe = Probe()
    probe.policy = { $0.purgesBeforeConfiguring = isFirst }
    probe.onConfigure = { _ in done.put("configured") }
    probe.onDeliver = { done.put($0) }
    let hub = hub(probe.requiringConsent(.analytics, from: consent))
    hub.track(1...3)
    consent.deny(.analytics)
    hub.start()
    await hub.flush(timeout: .seconds(5))
    let told = ["reset", "purge"]
    #expect(done.all == (isFirst ? told + ["configured"] : ["configured"] + told))
  }

  @Test func `The events of earlier processes stay if any way to the destination has consent, or no user closed it`()
    async
  {
    let (consent, gate) = (Consent([.advertising: .denied]), TrackerGate("the configuration arrived"))
    gate.close()
    let (granted, both, open, closed) = (Probe("granted"), OneInstance(), Probe("open"), Probe("closed"))
    let hub = hub(
      granted.requiringConsent(.analytics, from: consent), open, both.requiringConsent(.advertising, from: consent),
      both.requiringConsent(.analytics, from: consent), closed.holding(until: gate))
    hub.start()
    consent.grant(.analytics)
    await hub.flush(timeout: .seconds(5))
    for probe in [granted, open, closed] { #expect(probe.asked.all == []) }
    #expect(both.state.value.names == [])
  }

  @Test(arguments: [true, false])
  func `Behind another hub, consent is judged when that hub hands over`(holds: Bool) async {
    let policy: ConsentPolicy = holds ? .hold() : .drop
    let consent = Consent(holds ? [.analytics: .denied] : [:])
    let probe = Probe()
    let inner = hub(probe.requiringConsent(.analytics, from: consent, whileUndecided: policy))
    let middle = hub(inner, NoOpTracker())
    let outer = hub(middle)
    outer.track(1...3)
    outer.update(TrackedUserProperty(Mood(value: "secret")))
    if holds { outer.identify("john", traits: []) }
    outer.track([4])
    consent.grant(.analytics)
    outer.track(5...5)
    for hub in [outer, middle, inner] { hub.start() }
    for hub in [outer, middle, inner] { await hub.flush(timeout: .seconds(5)) }
    #expect(probe.received.all.filter { $0.count == 1 } == ["1", "2", "3", "4", "5"])
  }

  /// What a gate that stands in hubs is given by itself.
  enum Use: CaseIterable { case nothing, before, meanwhile, held, dropped }

  @Test(arguments: Use.allCases)
  func `A denial is told once in each hub in which a gate stands, and once by the gate itself`(
    use: Use
  ) async {
    let isUndecided = use == .held || use == .dropped
    let consent = Consent(isUndecided ? [:] : [.analytics: .granted])
    let log = CallLog()
    let gated = log.tracker("leaf").requiringConsent(.analytics, from: consent)
    if use == .before { gated.identify("john", traits: []) }
    let hubs = [hub(gated.renaming(.snakeCase)), hub(gated.filter { _ in true })]
    if isUndecided || use == .meanwhile { gated.identify("john", traits: []) }
    if use == .held { consent.grant(.analytics) }
    for hub in hubs { hub.start() }
    func deny() async -> [Int] {
      consent.deny(.analytics)
      for hub in hubs { await hub.flush(timeout: .seconds(9)) }
      return ["reset", "purge"].map { call in log.calls.count { $0 == "leaf: \(call)" } }
    }
    #expect(await deny() == [3, 3])
    consent.grant(.analytics)
    #expect(await deny() == [6, 6])
  }

  /// The calls that carry data about the user.
  enum Late: CaseIterable {
    case event, userProperty, error

    func make() {
      switch self {
      case .event: IdentifiedByNumber(number: 1).trigger()
      case .userProperty: TrackableSystem.update(Mood(value: "secret"))
      case .error: TrackableSystem.report(CancellationError())
      }
    }
  }

  @Test(arguments: Late.allCases, DenyingTracker.Place.allCases)
  func `A call that is on its way during a denial is delivered by none of the hub's, though it has not returned`(
    call: Late, place: DenyingTracker.Place
  ) async {
    let (consent, probe) = (Consent([.analytics: .granted]), Probe())
    let (made, isFirst) = (Shared<TrackerHub?>(nil), Shared(true))
    func gated(_ tracker: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
      DenyingTracker(base: tracker) {
        // The hub delivers what it has before the gate resets and purges, which comes when the call has returned.
        while made.value?.ledger.outstanding != 0 { sched_yield() }
      } deny: {
        if isFirst.exchange(false) { consent.deny(.analytics) }
      }.requiringConsent(.analytics, from: consent)
    }
    let hub = place == .aroundHub ? hub(probe) : hub(gated(probe))
    made.set(hub)
    hub.start()
    #expect(await hub.started)
    ScopedSystem(bootstrapped: place == .aroundHub ? gated(hub) : hub).run {
      call.make()
      consent.grant(.analytics)
      IdentifiedByNumber(number: 2).trigger()
    }
    await hub.flush(timeout: .seconds(9))
    #expect(Set(probe.asked.all) == ["reset", "purge", "2"] && probe.asked.all.last == "2")
    #expect(hub.ledger.entries[0][.purged] == 1)
    made.set(nil)
  }

  @Test func `A hub that ends leaves a gate that lets nothing through`() async {
    let (probe, consent) = (Probe(), Consent())
    var hub: TrackerHub? = hub(probe.requiringConsent(.analytics, from: consent))
    hub?.track(1...3)
    await hub?.shutdown()
    hub = nil
    consent.grant(.analytics)
    #expect(probe.asked.all == [])
  }

  /// The state of the hub.
  enum State: CaseIterable {
    case configuring, blocked, givenUp, closed, closedUnstarted, closedWhileStuck, closedWhileConfiguring
  }

  @Test(arguments: State.allCases)
  func `No state of a destination that keeps something refuses a denial, or makes it wait`(state: State) async {
    let (consent, issues, goOn) = (Consent([.analytics: .granted]), Mailbox<TrackableIssue>(), Gate())
    let thread = DispatchSemaphore(value: 0)
    var probe = Probe()
    probe.policy = { $0.purgesBeforeConfiguring = true }
    probe.onConfigure = { _ in
      if state == .givenUp { throw Probe.Refusal() }
      if state == .configuring || state == .closedWhileConfiguring { await goOn.pass() }
      if state == .blocked { thread.wait() }
    }
    probe.onDeliver = { if $0 == "1", state == .closedWhileStuck { await goOn.pass() } }
    let hub = hub(probe.requiringConsent(.analytics, from: consent), retry: RetryPolicy(limit: 0), issues: issues)
    if state != .closedUnstarted { hub.start() }
    if state == .givenUp || state == .closed { #expect(await hub.started == (state == .closed)) }
    hub.track([1])
    switch state {
    case .configuring, .blocked: await probe.configurations.elements(1)
    case .givenUp: break
    case .closed: #expect(await hub.shutdown().isComplete)
    case .closedUnstarted: await hub.shutdown()
    case .closedWhileStuck:
      await probe.asked.elements(1)
      await hub.shutdown(timeout: .zero)
    case .closedWhileConfiguring:
      await probe.configurations.elements(1)
      await hub.shutdown(timeout: .zero)
    }
    consent.deny(.analytics)
    await until { probe.received.all.contains("purge") }
    #expect(probe.received.all == (state == .closed ? ["1", "reset", "purge"] : ["reset", "purge"]))
    // It has been delivered to the end before it counts.
    await until { hub.ledger.outstanding == 0 }
    let entry =
      switch state {
      case .configuring, .blocked: "3 = 2 + 0, 1 purged"
      case .givenUp: "3 = 2 + 0, 1 failed"
      case .closed: "3 = 3 + 0"
      case .closedUnstarted, .closedWhileStuck, .closedWhileConfiguring: "3 = 2 + 0, 1 after shutdown"
      }
    #expect(hub.entry() == entry)
    await hub.reportsIssues()
    #expect(issues.kinds == (state == .givenUp ? [.destinationGivenUp] : []))
    goOn.open()
    thread.signal()
  }

  @Test func `A purge drops the waiting calls but the last identify, and the rest of the running delivery`()
    async
  {
    let (arrived, goOn, received) = (Gate(), Gate(), Mailbox<String>())
    var probe = Probe()
    probe.onBatch = { batch, _ in
      arrived.open()
      await goOn.pass()
      batch.perform(on: ClosureTracker { received.put($0.name) })
      return .accepted
    }
    let hub = hub(probe, batch: Batch(5, .zero))
    hub.track(1...3)
    hub.identify("john")
    hub.track(4...40)
    hub.start()
    await arrived.pass()
    hub.purge()
    hub.track(41...41)
    goOn.open()
    await hub.flush(timeout: .seconds(5))
    // 1, 2, 3 and 4 were in hand; the user was as well.
    #expect(received.all == ["41"])
    #expect(probe.texts == [["1", "2", "3", "identify john", "4"], ["identify john", "purge"], ["41"]])
    #expect(hub.entry() == "43 = 3 + 0, 40 purged")
  }
}
