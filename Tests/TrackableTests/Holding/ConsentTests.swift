import Testing
import TestSupport
import Trackable

/// A call on a tracker, as an app makes it.
private enum ConsentStep {
  case track(Int), identify(Int)

  func call(on tracker: any AnalyticsEventTracker) {
    switch self {
    case .track(let number): tracker.track(TrackedEvent(Sample.PaymentSent(amount: number)))
    case .identify(let number): tracker.identify("user \(number)", traits: ["number" ~>> number])
    }
  }
}

/// What the model does not say.
@Suite struct ConsentTests {
  private let log = CallLog()
  private let consent = Consent()
  private let issues = RecordingTracker.plain()

  /// What arrived, in few words.
  private var calls: [String] {
    log.calls.map { String($0.dropFirst("leaf: ".count).replacing(/\ \|.*/, with: "")) }
  }

  private var gated: any AnalyticsEventTracker {
    log.tracker("leaf").requiringConsent(.analytics, from: consent)
  }

  /// Waits for the decisions of the gate in front of it.
  private struct Waiting: GatedTracker {
    let note: @Sendable (String) -> Void
    func track(_ event: TrackedEvent) { note("track") }
    func reset() { note("reset") }
    func purge() { note("purge") }
    func gateHasTurned() { note("turned") }
  }

  /// Is gone when nothing refers to it.
  private final class Leaf: AnalyticsEventTracker {
    let log: CallLog
    init(_ log: CallLog) { self.log = log }
    func track(_ event: TrackedEvent) { log.tracker("leaf").track(event) }
  }

  @Test func `A gate keeps nothing for a decision that no code can make`() {
    weak var leaf: Leaf?
    do {
      let made = Leaf(log)
      leaf = made
      made.requiringConsent(.analytics, from: Consent()).track(Noted())
    }
    #expect(leaf == nil)
  }

  @Test func `A held call has the content, the user and the time of the call`() {
    let recorder = RecordingTracker.plain()
    let tracker = recorder.requiringConsent(.analytics, from: consent)
    let object = Station("screen")
    var earliest = TrackedEvent(Noted()).timestamp
    TrackableSystem.withTracker(tracker) {
      object.setupTrackableChain(trackedProperties: ["a" ~>> 1])
      object.track(Noted())
      object.setupTrackableChain(trackedProperties: ["a" ~>> 2])
      let latest = TrackedEvent(Noted()).timestamp
      earliest = min(earliest, latest)
      #expect(recorder.events.isEmpty)
      consent.grant(.analytics)
      expect(recorder.events.map { $0.properties["a"] }, is: [1])
      expect(recorder.events.map { (earliest...latest).contains($0.timestamp) }, is: [true])
    }
  }

  @Test func `Overflow never drops who the user is, and is counted by one issue`() {
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = issues.record
      let (tracker, line) = (
        log.tracker("leaf").requiringConsent(.analytics, from: consent, whileUndecided: .hold(capacity: 2)), #line
      )
      for number in 0..<5 {
        ConsentStep.identify(number).call(on: tracker)
        ConsentStep.track(number).call(on: tracker)
      }
      #expect(issues.issues.isEmpty)
      consent.grant(.analytics)
      consent.grant(.analytics)
      expect(
        issues.issues.map(\.description).map { $0.hasPrefix("\(#fileID):\(line): 3 calls that waited until") },
        is: [true])
    }
    expect(calls.filter { $0.hasPrefix("track") }.count, is: 2)
    expect(calls.filter { $0.hasPrefix("identify") }, is: ["identify user 3", "identify user 4"])
  }

  @Test func `Changing one's mind is one call, and reports nothing`() async {
    await TrackableSystem.withTracker(gated) {
      TrackableSystem.issueHandler = issues.record
      Noted().trigger()
      consent.deny(.analytics)
      Noted().trigger()
      TrackableSystem.identify("john")
      await TrackableSystem.flush()
      consent.grant(.analytics)
      await TrackableSystem.flush()
      consent.deny(.analytics)
      consent.deny(.analytics)
    }
    expect(calls, is: ["reset", "purge", "flush", "reset", "purge"])
    #expect(issues.issues.isEmpty)
  }

  @Test func `Initial decisions hold from the beginning, and are there to be stored`() {
    let consent = Consent([.analytics: .granted, .advertising: .denied])
    let open = log.tracker("leaf").requiringConsent(.analytics, from: consent)
    let closed = log.tracker("leaf").requiringConsent(.advertising, from: consent)
    for tracker in [open, closed] as [any AnalyticsEventTracker] { tracker.reset() }
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

  @Test func `A consent keeps no tracker alive`() {
    weak var recorder: Ending?
    do {
      let strong = Ending()
      recorder = strong
      _ = strong.requiringConsent(.analytics, from: consent)
    }
    #expect(recorder == nil)
    consent.grant(.analytics)
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
    ConsentStep.track(1).call(on: gated)
    consent.grant(.analytics)
    tracker.withLock { $0 = nil }
    // The event was allowed when it was tracked, and is on its way. What the denial leaves comes behind it.
    expect(calls.map { $0.prefix(5) }, is: ["track", "reset", "purge", "ident"])
  }

  @Test func `A denial while a call is under way reaches the tracker when that has returned`() {
    let (consent, steps) = (consent, Lock<[String]>([]))
    let note: @Sendable (String) -> Void = { step in steps.withLock { $0.append(step) } }
    let tracker = ClosureTracker { _ in
      note("begins")
      consent.deny(.analytics)
      note("returns")
    }
    let console = ConsoleTracker { note(String($0.drop { $0 != " " }.dropFirst().prefix(6))) }
    let gated = tracker.combined(with: console).requiringConsent(.analytics, from: consent)
    consent.grant(.analytics)
    ConsentStep.track(1).call(on: gated)
    expect(steps.withLock { $0 }, is: ["begins", "returns", "EVENT ", "USER R", "PURGED"])
    ConsentStep.track(2).call(on: gated)
    expect(steps.withLock { $0 }.count, is: 5)
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
    ConsentStep.track(1).call(on: gated)
    expect(steps.withLock { $0 }, is: ["turned", "turned", "track", "reset", "purge", "turned", "turned"])
  }

  @Test func `A tracker that tracks while held calls go out does so behind them`() {
    let tracker = Lock<(any AnalyticsEventTracker)?>(nil)
    let answering = log.tracker("leaf").map { event in
      if event.base is Sample.PaymentSent { tracker.withLock { $0 }?.track(TrackedEvent(Noted())) }
      return event
    }
    let gated = answering.requiringConsent(.analytics, from: consent)
    tracker.withLock { $0 = gated }
    ConsentStep.track(1).call(on: gated)
    ConsentStep.track(2).call(on: gated)
    consent.grant(.analytics)
    tracker.withLock { $0 = nil }
    expect(log.calls.map { $0.contains("Noted") }, is: [false, false, true, true])
  }

  @Test func `A purge passes at once, also where the user withdraws while held calls go out`() {
    let tracker = Lock<(any AnalyticsEventTracker)?>(nil)
    let (consent, log) = (consent, log)
    let busy = log.tracker("leaf").map { event in
      consent.update([.analytics: .undecided])
      tracker.withLock { $0 }?.purge()
      return event
    }
    let gated = busy.requiringConsent(.analytics, from: consent)
    tracker.withLock { $0 = gated }
    ConsentStep.track(1).call(on: gated)
    ConsentStep.track(2).call(on: gated)
    consent.grant(.analytics)
    tracker.withLock { $0 = nil }
    expect(calls.map { String($0.prefix(5)) }, is: ["purge", "track"])
  }

  @Test func `While held calls go out, no event overtakes the call that names its user`() async {
    let tracker = Lock<(any AnalyticsEventTracker)?>(nil)
    let busy = log.tracker("leaf").map { event in
      if event.base is Sample.PaymentSent, let gated = tracker.withLock({ $0 }) {
        for user in ["paul", "george"] {
          gated.identify(user)
          for _ in 0..<1_100 { gated.track(TrackedEvent(Noted())) }
        }
      }
      return event
    }
    let gated = busy.requiringConsent(.analytics, from: consent)
    tracker.withLock { $0 = gated }
    ConsentStep.track(1).call(on: gated)
    consent.grant(.analytics)
    // Another thread goes on after the first thousand.
    await gated.flush()
    tracker.withLock { $0 = nil }
    let calls = calls.filter { !$0.hasPrefix("flush") }  // Made from the log each time.
    expect(calls.indices.filter { calls[$0].hasPrefix("identify") }, is: [1, 1_102])
    expect(calls.count, is: 2_203)
  }

  @Test func `The gate counts the calls that it drops while held calls go out, and loses no user`() async {
    let tracker = Lock<(any AnalyticsEventTracker)?>(nil)
    let arrived = Shared(0)
    let users = Lock<[String]>([])
    let busy = ClosureTracker { event in
      arrived.add(1)
      guard event.base is Sample.PaymentSent, let gated = tracker.withLock({ $0 }) else { return }
      gated.identify("paul")
      for _ in 0..<12_000 { gated.track(TrackedEvent(Noted())) }
      gated.identify("george")
      gated.identify("ringo")
    }.combined(with: UsersTracker { user in users.withLock { $0.append(user) } })
    await TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = issues.record
      let gated = busy.requiringConsent(.analytics, from: consent, whileUndecided: .hold(capacity: 1))
      tracker.withLock { $0 = gated }
      ConsentStep.track(1).call(on: gated)
      consent.grant(.analytics)
      await gated.flush()
      tracker.withLock { $0 = nil }
      let dropped = 12_001 - arrived.value
      #expect(dropped > 0)
      expect(
        issues.issues.map(\.message).map { $0.hasPrefix("\(dropped) calls that waited until the user") }, is: [true])
      // A second time, nothing is.
      gated.track(TrackedEvent(Noted()))
      expect(issues.issues.count, is: 1)
    }
    expect(users.withLock { $0 }, is: ["paul", "ringo"])
  }

  private struct UsersTracker: AnalyticsEventTracker {
    let tell: @Sendable (String) -> Void
    func track(_ event: TrackedEvent) {}
    func identify(_ user: TrackedUser) { tell(user.id) }
  }

  @Test func `A purge while held calls go out drops the rest`() {
    let tracker = Lock<(any AnalyticsEventTracker)?>(nil)
    let purging = log.tracker("leaf").map { event in
      tracker.withLock { $0 }?.purge()
      return event
    }
    let gated = purging.requiringConsent(.analytics, from: consent)
    tracker.withLock { $0 = gated }
    ConsentStep.track(1).call(on: gated)
    ConsentStep.track(2).call(on: gated)
    consent.grant(.analytics)
    tracker.withLock { $0 = nil }
    expect(log.calls.map { $0.contains("purge") }, is: [false, true])
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
