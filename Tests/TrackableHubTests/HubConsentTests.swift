import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// Consent around destinations of a hub, and a purge of what waits.
@Suite(.timeLimit(.minutes(10))) struct HubConsentTests {
  private let consent = Consent()

  @Test func `A gate deep inside a combination is found`() async {
    let (first, second) = (Probe("first"), Probe("second"))
    let log = CallLog()
    let consent = Consent([.analytics: .granted])
    let inside = first.requiringConsent(.advertising, from: consent)
      .combined(with: second)
      .combined(with: log.tracker("plain").requiringConsent(.advertising, from: consent).destination().named("named"))
    let hub = hub(inside.filter { $0.name != "2" }.requiringConsent(.analytics, from: consent))
    hub.start()
    hub.track(1...3)
    consent.update([.advertising: .denied])
    await hub.flush(timeout: .seconds(1))
    consent.grant(.advertising)
    hub.track(4...4)
    await hub.flush(timeout: .seconds(1))
    #expect(first.received.all == ["reset", "purge", "4"])
    #expect(second.received.all == ["1", "3", "4"])
    #expect(log.calls.filter { $0.contains("track") }.count == 1)
    // It hears of it from its hub, and from its gate, which knows nothing of the hub.
    #expect(log.calls.count { $0.contains("purge") } == 2)
    #expect(hub.ledger.entries.map(\.name) == ["first", "second", "named"])
  }

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

  @Test func `The events of earlier processes stay if any way to the destination has consent`() async {
    let consent = Consent([.advertising: .denied])
    let (granted, shared, open) = (Probe("granted"), CallLog(), Probe("open"))
    let both = Shared(name: "shared", log: shared)
    let hub = hub(
      granted.requiringConsent(.analytics, from: consent), open, both.requiringConsent(.advertising, from: consent),
      both.requiringConsent(.analytics, from: consent))
    hub.start()
    consent.grant(.analytics)
    await hub.flush(timeout: .seconds(5))
    #expect(granted.asked.all == [])
    #expect(open.asked.all == [])
    #expect(shared.calls.filter { $0.contains("purge") } == [])
  }

  @Test func `The events of earlier processes stay behind a gate that is no user's denial`() async {
    let (probe, gate) = (Probe(), TrackerGate("the configuration arrived"))
    gate.close()
    let hub = hub(probe.holding(until: gate))
    hub.start()
    await hub.flush(timeout: .seconds(5))
    #expect(probe.asked.all == [])
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

  @Test func `A gate whose hub is gone tells of a denial by itself`() {
    let consent = Consent([.analytics: .granted])
    let log = CallLog()
    let gated = log.tracker("leaf").requiringConsent(.analytics, from: consent)
    for _ in 0..<2 { _ = hub(gated) }
    // Also if nothing has passed it: an earlier process may have left something there.
    consent.deny(.analytics)
    #expect(log.calls == ["leaf: reset", "leaf: purge"])
    consent.grant(.analytics)
    gated.identify("john", traits: [])
    consent.deny(.analytics)
    #expect(log.calls.suffix(2) == ["leaf: reset", "leaf: purge"])
    #expect(log.calls.count == 5)
  }

  @Test func `The calls that its hub still held when it went make no difference to that`() {
    let consent = Consent()
    let log = CallLog()
    let gated = log.tracker("leaf").requiringConsent(.analytics, from: consent)
    do {
      let hub = hub(gated)
      hub.identify("john", traits: [])
      withExtendedLifetime(hub) {}
    }
    consent.deny(.analytics)
    #expect(log.calls == ["leaf: reset", "leaf: purge"])
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

  private struct Named: AnalyticsEvent { let name: String }

  private struct Plan: UserProperty {
    let name = "plan"
    let value = 1
  }

  @Test(arguments: [true, false])
  func `After a denial has returned, no delivery begins with an earlier event, although a call is still on its way`(
    isAround: Bool
  ) async {
    let (consent, probe, clock) = (Consent([.analytics: .granted]), Probe(), ManualClock())
    let (isBusy, goOn, done) = (Gate(), DispatchSemaphore(value: 0), Gate())
    /// A call makes two events: the first one is in the hub while the second one is on its way there.
    func gated(_ tracker: some AnalyticsEventTracker) -> any AnalyticsEventTracker {
      tracker.filter { event in
        if event.name == "late" {
          isBusy.open()
          goOn.wait()
        }
        return true
      }.flatMap { $0.name == "early" ? [$0, TrackedEvent(Named(name: "late"))] : [$0] }
        .requiringConsent(.analytics, from: consent)
    }
    let batch = Batch(10, .seconds(1))
    let hub = isAround ? hub(probe, batch: batch, clock: clock) : hub(gated(probe), batch: batch, clock: clock)
    hub.start()
    let system = ScopedSystem(bootstrapped: isAround ? gated(hub) : hub)
    Thread {
      system.run { Named(name: "early").trigger() }
      done.open()
    }.start()
    await isBusy.pass()
    consent.deny(.analytics)
    clock.advance(by: .seconds(2))
    await until { !probe.received.all.isEmpty }
    #expect(probe.received.all.first == "reset")
    goOn.signal()
    await done.pass()
    system.run {
      consent.grant(.analytics)
      Named(name: "after").trigger()
    }
    await hub.flush(timeout: .seconds(9))
    #expect(Set(probe.asked.all) == ["reset", "purge", "after"] && probe.asked.all.last == "after")
  }

  /// A tracker that keeps the one call it gets until the test lets it go on.
  private struct Slow: AnalyticsEventTracker {
    let isBusy = Gate()
    let goesOn = DispatchSemaphore(value: 0)
    func track(_ event: TrackedEvent) { if event.name == "late" { wait() } }
    func update(_ property: TrackedUserProperty) { wait() }
    func report(_ error: any Error, at location: CodeLocation) { wait() }
    private func wait() {
      isBusy.open()
      goesOn.wait()
    }
  }

  /// The calls that carry data about the user.
  enum Late: CaseIterable {
    case event, userProperty, error

    func make() {
      switch self {
      case .event: Named(name: "late").trigger()
      case .userProperty: TrackableSystem.update(Plan())
      case .error: TrackableSystem.report(CancellationError())
      }
    }
  }

  @Test(arguments: Late.allCases)
  func `A call that a tracker beside the hub holds up during a denial is delivered by none of the hub's`(
    call: Late
  ) async {
    let (consent, probe) = (Consent([.analytics: .granted]), Probe())
    let (before, behind, done) = (Slow(), Slow(), Gate())
    let hub = hub(probe)
    hub.start()
    let system = ScopedSystem(
      bootstrapped: before.combined(with: hub).combined(with: behind).requiringConsent(.analytics, from: consent))
    Thread {
      system.run { call.make() }
      done.open()
    }.start()
    await before.isBusy.pass()
    consent.deny(.analytics)
    before.goesOn.signal()
    // The hub has the call now. The gate resets and purges when the call has returned.
    await behind.isBusy.pass()
    await hub.flush(timeout: .seconds(9))
    #expect(probe.asked.all == ["reset", "purge"])
    behind.goesOn.signal()
    await done.pass()
    system.run {
      consent.grant(.analytics)
      Named(name: "after").trigger()
    }
    await hub.flush(timeout: .seconds(9))
    #expect(Set(probe.asked.all) == ["reset", "purge", "after"] && probe.asked.all.last == "after")
    #expect(hub.entry() == "6 = 5 + 0, 1 purged")
  }

  @Test func `A gate tells of a denial by itself if its hub was made after that, and may never be started`() {
    let consent = Consent([.analytics: .granted])
    let log = CallLog()
    let hubs = Lock<[TrackerHub]>([])
    let toHub = Lock<(any AnalyticsEventTracker)?>(nil)
    // It hears of that first.
    let maker = Making {
      guard let gated = toHub.withLock({ $0 }) else { return }
      let hub = hub(gated)
      hubs.withLock { $0.append(hub) }
    }
    let first = maker.requiringConsent(.analytics, from: consent)
    toHub.withLock { $0 = log.tracker("leaf").requiringConsent(.analytics, from: consent) }
    consent.deny(.analytics)
    #expect(hubs.withLock(\.count) == 1)
    #expect(log.calls == ["leaf: reset", "leaf: purge"])
    withExtendedLifetime(first) {}
  }

  @Test func `A hub that ends leaves a gate that lets nothing through`() async {
    let probe = Probe()
    var hub: TrackerHub? = hub(probe.requiringConsent(.analytics, from: consent))
    hub?.track(1...3)
    await hub?.shutdown()
    hub = nil
    consent.grant(.analytics)
    #expect(probe.asked.all == [])
  }
}

/// A tracker that does something when it is purged.
private struct Making: AnalyticsEventTracker {
  let make: @Sendable () -> Void

  func track(_ event: TrackedEvent) {}
  func purge() { make() }
}

/// A tracker with an identity.
private final class Shared: AnalyticsEventTracker {
  let name: String
  private let base: any AnalyticsEventTracker

  init(name: String, log: CallLog) {
    self.name = name
    base = log.tracker(name)
  }

  func track(_ event: TrackedEvent) { base.track(event) }
  func purge() { base.purge() }
}

/// A purge of what waits.
@Suite(.timeLimit(.minutes(10))) struct HubPurgeTests {
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
