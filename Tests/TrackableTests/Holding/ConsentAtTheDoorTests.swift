import Testing
import TestSupport
import Trackable

/// What lies between a call and the tracker: the decision that counts is that of the moment when something leaves a gate.
@Suite(.timeLimit(.minutes(10))) struct ConsentAtTheDoorTests {
  private let issues = RecordingTracker.plain()
  private let log = CallLog()
  private let consent = Consent()

  /// What arrived, in few words.
  private var calls: [String] {
    log.calls.map { call in
      call.contains("track") ? "event" : String(call.dropFirst("leaf: ".count).replacing(/\ \|.*/, with: ""))
    }
  }

  private func gated(_ policy: ConsentPolicy = .hold()) -> any AnalyticsEventTracker {
    log.tracker("leaf").requiringConsent(
      .analytics, from: consent, whileUndecided: policy, fileID: "App/File.swift", line: 7)
  }

  @Test func `A denied tracker ignores events: nothing is evaluated`() {
    withSystem(gated().combined(with: log.tracker("leaf").requiringConsent(.advertising, from: consent))) {
      func said() -> TrackedProperties {
        Issue.record("The call site is evaluated.")
        return []
      }
      consent.deny(.analytics, .advertising)
      SharedStation("child").track(Noted(), trackedProperties: said())
      consent.grant(.advertising)
      SharedStation("child").track(Noted())
    }
    expect(calls.filter { $0 == "event" }.count, is: 1)
  }

  enum End: CaseIterable { case reset, purge, release }

  @Test(arguments: End.allCases)
  func `Calls for which a gate had no room are counted, whatever empties it`(end: End) {
    withSystem(NoOpTracker(), issues: issues) {
      let tracker = gated(.hold(capacity: 2))
      for _ in 0..<5 { Noted().tracked(on: tracker) }
      if end == .purge { tracker.purge() } else if end == .reset { tracker.reset() }
      if end != .release { consent.grant(.analytics) }
    }
    expect(issues.issues.map { $0.message.prefix(1) }, is: [end == .release ? "5" : "3"])
  }

  @Test func `The held calls of a gate go with it, and an issue counts them`() {
    withSystem(NoOpTracker(), issues: issues) {
      for _ in 0..<3 { Noted().tracked(on: gated()) }
      let tracker = gated()
      for _ in 0..<2 { Noted().tracked(on: tracker) }
    }
    consent.grant(.analytics)
    expect(calls, is: [])
    expect(issues.issues.map(\.kind), is: Array(repeating: .eventsDropped, count: 4))
    expect(
      issues.issues.last?.message,
      is: "2 calls that waited until the user agreed to analytics were lost, because their tracker was released.")
    expect(issues.issues.last?.location, is: CodeLocation(fileID: "App/File.swift", line: 7))
  }

  @Test func `A tracker's calls after it has changed the consent come after that change`() {
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
    expect(calls, is: ["reset", "purge", "identify john"])
  }
}

extension Noted {
  fileprivate func tracked(on tracker: any AnalyticsEventTracker) { tracker.track(TrackedEvent(self)) }
}
