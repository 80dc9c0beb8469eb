import Dispatch
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// A user who withdraws reaches a destination that keeps something, in each state of the hub.
@Suite(.timeLimit(.minutes(10))) struct WithdrawalTests {
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
}
