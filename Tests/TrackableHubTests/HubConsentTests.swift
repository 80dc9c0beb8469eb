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

  @Test func `A gate whose hub is gone tells of a denial by itself`() {
    let consent = Consent()
    let log = CallLog()
    let gated = log.tracker("leaf").requiringConsent(.analytics, from: consent)
    // What a hub still held when it went makes no difference, and neither does that nothing has passed the gate: an earlier
    // process may have left something there.
    hub(gated).identify("john", traits: [])
    _ = hub(gated)
    consent.deny(.analytics)
    #expect(log.calls == ["leaf: reset", "leaf: purge"])
    consent.grant(.analytics)
    gated.identify("john", traits: [])
    consent.deny(.analytics)
    #expect(log.calls.suffix(2) == ["leaf: reset", "leaf: purge"])
    #expect(log.calls.count == 5)
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
    let (probe, consent) = (Probe(), Consent())
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
