import Testing
import TestSupport
import Trackable

/// What lies between a call and its delivery: the decision that counts is that of the moment when something is tracked.
@Suite(.timeLimit(.minutes(10))) struct ConsentMomentTests {
  private let log = CallLog()
  private let consent = Consent()

  /// What arrived, in few words.
  private var calls: [String] {
    log.calls.map { call in
      call.contains("track") ? "event" : String(call.dropFirst("leaf: ".count).replacing(/\ \|.*/, with: ""))
    }
  }

  private func gated(_ policy: ConsentPolicy = .hold) -> any AnalyticsEventTracker {
    log.tracker("leaf").requiringConsent(.analytics, from: consent, whileUndecided: policy)
  }

  @Test(arguments: [[ConsentPurpose.analytics, .advertising], [.advertising, .analytics]])
  func `Of two purposes, one denied and one undecided, agreeing to both releases nothing`(purposes: [ConsentPurpose]) {
    let tracker = log.tracker("leaf").requiringConsent(purposes[0], from: consent)
      .addingDefaults(["a" ~>> 1]).requiringConsent(purposes[1], from: consent)
    consent.deny(.analytics)
    let before = calls.count
    tracker.identify("john")
    Noted().tracked(on: tracker)
    consent.grant(.analytics, .advertising)
    tracker.identify("paul")
    Noted().tracked(on: tracker)
    #expect(calls.dropFirst(before).filter { $0 != "reset" && $0 != "purge" } == ["identify paul", "event"])
  }

  @Test func `What was allowed when it was tracked and denied since does not come back`() {
    let tracker = gated().requiringConsent(.advertising, from: consent)
    consent.grant(.analytics)
    Noted().tracked(on: tracker)
    consent.deny(.analytics)
    consent.grant(.analytics)
    Noted().tracked(on: tracker)
    consent.grant(.advertising)
    #expect(calls == ["reset", "purge", "event"])
  }

  @Test(arguments: [Consent.Status.denied, .undecided])
  func `What waits for an actor counts as of the call`(status: Consent.Status) async {
    let (consent, warehouse) = (Consent([.analytics: status]), Warehouse())
    let (child, parent) = (SharedStation("child"), SharedStation("parent"))
    await warehouse.link(child, parent: parent)
    await withSystem(log.tracker("leaf").requiringConsent(.analytics, from: consent, whileUndecided: .drop)) {
      warehouse.close()
      child.track(Noted())
      child.updateUserProperty(Sample.Plan())
      consent.grant(.analytics)
      warehouse.open()
      await TrackableSystem.flush()
      #expect(calls == ["flush"])
      child.track(Noted())
      await TrackableSystem.flush()
    }
    #expect(calls == ["flush", "event", "flush"])
  }

  @Test func `What is held and waits for an actor goes out when the user agrees`() async {
    let warehouse = Warehouse()
    let (child, parent) = (SharedStation("child"), SharedStation("parent"))
    await warehouse.link(child, parent: parent)
    await withSystem(gated()) {
      warehouse.close()
      child.track(Noted())
      consent.grant(.analytics)
      warehouse.open()
      await TrackableSystem.flush()
    }
    #expect(calls == ["event", "flush"])
  }

  @Test func `Gates that links have set count the moment of the call as well`() async {
    let (consent, warehouse) = (Consent([.analytics: .denied]), Warehouse())
    let (child, parent) = (SharedStation("child"), SharedStation("parent"))
    let gated = log.tracker("leaf").requiringConsent(.analytics, from: consent)
    await warehouse.link(child, parent: parent, adding: gated)
    await withSystem(NoOpTracker()) {
      warehouse.close()
      child.track(Noted())
      consent.grant(.analytics)
      warehouse.open()
      await TrackableSystem.flush()
      #expect(calls == [])
      child.track(Noted())
      await TrackableSystem.flush()
    }
    #expect(calls == ["event"])
  }

  @Test(arguments: [Consent.Status.denied, .undecided])
  func `What is tracked before the bootstrap counts as of the call`(status: Consent.Status) {
    let consent = Consent([.analytics: status])
    ScopedSystem(bootstrapped: nil).run {
      TrackableSystem.identify("john")
      Noted().trigger()
      consent.grant(.analytics)
      Noted().trigger()
      TrackableSystem.bootstrap(
        log.tracker("leaf").requiringConsent(.analytics, from: consent, whileUndecided: .drop))
    }
    // Who the user is is never dropped while nothing is decided.
    #expect(calls == (status == .denied ? ["event"] : ["identify john", "event"]))
  }

  @Test func `A tracker that is registered later is not told of a user who was identified while that was denied`() {
    withSystem(NoOpTracker()) {
      consent.deny(.analytics)
      TrackableSystem.identify("john")
      Sample.Plan().update()
      consent.grant(.analytics)
      TrackableSystem.register(Registered(base: gated()))
      #expect(calls == [])
      TrackableSystem.identify("paul")
    }
    #expect(calls == ["identify paul"])
  }

  @Test func `What a tracker does later, because of what it gets late, is not late itself`() async {
    let tracker = gated(.drop)
    let tasks = Lock<[Task<Void, Never>]>([])
    let busy = ClosureTracker { _ in
      let task = Task { Noted().tracked(on: tracker) }
      tasks.withLock { $0.append(task) }
    }
    let late = busy.requiringConsent(.advertising, from: consent)
    Noted().tracked(on: late)
    consent.grant(.analytics, .advertising)
    for task in tasks.withLock({ $0 }) { await task.value }
    #expect(calls == ["event"])
  }

  @Test func `What a tracker does after it has changed the consent comes after that`() {
    let (consent, tracker) = (consent, gated())
    let asking = ClosureTracker { _ in
      consent.deny(.analytics)
      tracker.identify("nobody")
      consent.grant(.analytics)
      tracker.identify("john")
    }
    let late = asking.requiringConsent(.advertising, from: consent)
    Noted().tracked(on: late)
    consent.grant(.advertising)
    #expect(calls == ["reset", "purge", "identify john"])
  }
}

/// A tracker with an identity.
private final class Registered: AnalyticsEventTracker {
  let base: any AnalyticsEventTracker

  init(base: any AnalyticsEventTracker) { self.base = base }

  func track(_ event: TrackedEvent) { base.track(event) }
  func update(_ property: TrackedUserProperty) { base.update(property) }
  func identify(_ user: TrackedUser) { base.identify(user) }
}

extension Noted {
  fileprivate func tracked(on tracker: any AnalyticsEventTracker) { tracker.track(TrackedEvent(self)) }
}
