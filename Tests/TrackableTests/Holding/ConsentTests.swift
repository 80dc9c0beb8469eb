import Testing
import TestSupport
import Trackable

/// What the model does not say.
@Suite struct ConsentTests {
  private let log = CallLog()
  private let consent = Consent()
  private let issues = RecordingTracker.plain()

  /// What arrived, in few words.
  private var calls: [String] {
    log.calls.map { String($0.dropFirst("leaf: ".count).replacing(/\ \|.*/, with: "")) }
  }

  /// Waits for the decisions of the gate in front of it.
  private struct Waiting: GatedTracker {
    let note: @Sendable (String) -> Void
    func track(_ event: TrackedEvent) { note("track") }
    func reset() { note("reset") }
    func purge() { note("purge") }
    func gateHasTurned() { note("turned") }
  }

  @Test func `A consent and a gate keep no tracker alive, nor one for a decision that no code can make`() {
    weak var (waiting, quiet, gated): (Ending?, Ending?, Ending?)
    let gate = TrackerGate("anything happened")
    do {
      let (first, second, third) = (Ending(), Ending(), Ending())
      (waiting, quiet, gated) = (first, second, third)
      first.requiringConsent(.analytics, from: Consent()).track(Noted())
      _ = second.requiringConsent(.analytics, from: consent)
      _ = third.holding(until: gate)
    }
    #expect(waiting == nil && quiet == nil && gated == nil)
    consent.grant(.analytics)
    gate.open()
  }

  @Test func `Initial decisions hold from the beginning, and are there to be stored`() {
    let consent = Consent([.analytics: .granted, .advertising: .denied])
    log.tracker("leaf").requiringConsent(.analytics, from: consent).reset()
    log.tracker("leaf").requiringConsent(.advertising, from: consent).reset()
    expect(calls, is: ["reset"])
    consent.update([.advertising: .undecided, "surveys": .granted])
    expect(consent.statuses, is: [.analytics: .granted, .advertising: .undecided, "surveys": .granted])
    expect(consent.status(of: "personalization"), is: .undecided)
  }

  @Test func `Of several decisions at once denials come first, and the others in the order of the purposes' names`() {
    let purposes = (0..<9).map { ConsentPurpose(rawValue: "purpose \($0)") }
    let consent = Consent([purposes[4]: .granted, purposes[7]: .granted])
    let trackers = purposes.shuffled().map { log.tracker($0.rawValue).requiringConsent($0, from: consent) }
    for tracker in trackers { tracker.identify("john") }
    let before = log.calls.count
    let denied = [4, 7]
    consent.update(
      Dictionary(
        uniqueKeysWithValues: purposes.indices.map { (purposes[$0], denied.contains($0) ? .denied : .granted) })
    )
    let told = log.calls.dropFirst(before).map { $0.prefix { $0 != ":" } }
    expect(told, is: [4, 4, 7, 7, 0, 1, 2, 3, 5, 6, 8].map { "purpose \($0)" })
    // The consent keeps none of them.
    withExtendedLifetime(trackers) {}
  }

  @Test func `A tracker may change the consent while it is called`() {
    let consent = consent
    let isDenying = Shared(true)
    let (tracker, log) = (Lock<(any AnalyticsEventTracker)?>(nil), log)
    let leaf = log.tracker("leaf")
    let changing = leaf.map { event in
      if isDenying.exchange(false) {
        consent.deny(.analytics)
        tracker.withLock { $0 }?.identify("nobody", traits: [])
        consent.grant(.analytics)
        tracker.withLock { $0 }?.identify("john", traits: [])
      }
      return event
    }
    let gated = changing.requiringConsent(.analytics, from: consent)
    tracker.withLock { $0 = gated }
    gated.track(TrackedEvent(Sample.PaymentSent(amount: 1)))
    consent.grant(.analytics)
    tracker.withLock { $0 = nil }
    // The event was allowed when it was tracked, and is on its way. What the denial leaves comes behind it.
    expect(calls.map { $0.prefix(5) }, is: ["track", "reset", "purge", "ident"])
  }

  @Test func `A denial while a call is under way reaches the tracker when that has returned`() {
    let (consent, steps) = (consent, Shared<[String]>([]))
    let note: @Sendable (String) -> Void = { step in steps.withLock { $0.append(step) } }
    let tracker = ClosureTracker { _ in
      note("begins")
      consent.deny(.analytics)
      note("returns")
    }
    let console = ConsoleTracker { note(String($0.drop { $0 != " " }.dropFirst().prefix(6))) }
    let gated = tracker.combined(with: console).requiringConsent(.analytics, from: consent)
    consent.grant(.analytics)
    for number in 1...2 { gated.track(TrackedEvent(Sample.PaymentSent(amount: number))) }
    expect(steps.value, is: ["begins", "returns", "EVENT ", "USER R", "PURGED"])
  }

  @Test func `Whoever waits for a denial is told after it, even if the user agrees again during a slow call`() {
    let (consent, steps) = (consent, Lock<[String]>([]))
    let slow = Waiting { step in
      steps.withLock { $0.append(step) }
      if step == "track" {
        consent.deny(.analytics)
        consent.grant(.analytics)
      }
    }
    let gated = slow.requiringConsent(.analytics, from: consent)
    consent.grant(.analytics)
    gated.track(TrackedEvent(Sample.PaymentSent(amount: 1)))
    expect(steps.withLock { $0 }, is: ["turned", "turned", "track", "reset", "purge", "turned", "turned"])
  }

  @Test(arguments: [true, false])
  func `A purge while held calls go out drops the rest, and passes at once where the user withdraws`(withdraws: Bool) {
    let tracker = Lock<(any AnalyticsEventTracker)?>(nil)
    let consent = consent
    let busy = log.tracker("leaf").map { event in
      if withdraws { consent.update([.analytics: .undecided]) }
      tracker.withLock { $0 }?.purge()
      return event
    }
    let gated = busy.requiringConsent(.analytics, from: consent)
    tracker.withLock { $0 = gated }
    for number in 1...2 { gated.track(TrackedEvent(Sample.PaymentSent(amount: number))) }
    consent.grant(.analytics)
    tracker.withLock { $0 = nil }
    expect(calls.map { String($0.prefix(5)) }, is: withdraws ? ["purge", "track"] : ["track", "purge"])
  }

  @Test
  func `While held calls go out, the gate counts those that it drops, loses no user, and no event overtakes its user`()
    async
  {
    let (tracker, calls) = (Lock<(any AnalyticsEventTracker)?>(nil), Shared<[String]>([]))
    let users = UsersTracker { user in calls.withLock { $0.append(user) } }
    let busy = ClosureTracker { event in
      calls.withLock { $0.append("event") }
      guard event.base is Sample.PaymentSent, let gated = tracker.withLock({ $0 }) else { return }
      gated.identify("paul")
      for _ in 0..<12_000 { gated.track(TrackedEvent(Noted())) }
      gated.identify("george")
      gated.identify("ringo")
    }.combined(with: users)
    await TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = issues.record
      let gated = busy.requiringConsent(.analytics, from: consent, whileUndecided: .hold(capacity: 1))
      tracker.withLock { $0 = gated }
      gated.track(TrackedEvent(Sample.PaymentSent(amount: 1)))
      consent.grant(.analytics)
      // Another thread goes on after the first thousand.
      await gated.flush()
      tracker.withLock { $0 = nil }
      let arrived = calls.value
      expect(arrived.indices.filter { arrived[$0] != "event" }.map { arrived[$0] }, is: ["paul", "ringo"])
      #expect(arrived[1] == "paul" && arrived.last == "ringo" && arrived.count < 12_003)
      expect(
        issues.issues.map(\.message).map { $0.hasPrefix("\(12_003 - arrived.count) calls that waited until the user") },
        is: [true])
      // A second time, nothing is.
      gated.track(TrackedEvent(Noted()))
      expect(issues.issues.count, is: 1)
    }
  }

  private struct UsersTracker: AnalyticsEventTracker {
    let tell: @Sendable (String) -> Void
    func track(_ event: TrackedEvent) {}
    func identify(_ user: TrackedUser) { tell(user.id) }
  }

}

/// Consent under threads. Everything tracked here fits behind a replay, so order is kept strictly.
@Suite struct ConsentConcurrencyTests {
  private struct Numbered: AnalyticsEvent {
    let thread: Int
    let number: Int
  }

  @Test(arguments: 0..<20) func `Held or passed, each thread's events arrive once and in order`(round: Int) {
    let recorder = RecordingTracker.plain()
    let consent = Consent()
    let tracker = recorder.requiringConsent(.analytics, from: consent)
    _ = onThreads(4) { thread in
      for number in 0..<200 {
        if thread == 0, number == round * 8 { consent.grant(.analytics) }
        tracker.track(TrackedEvent(Numbered(thread: thread, number: number)))
      }
    }
    let events = recorder.events.compactMap { $0.base as? Numbered }
    for thread in 0..<4 { expect(events.filter { $0.thread == thread }.map(\.number), is: Array(0..<200)) }
  }
}
