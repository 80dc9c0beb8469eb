import Dispatch
import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

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

  @Test(arguments: [false, true])
  func `A destination that only takes calls once it is configured is told after the end if it was`(isConfigured: Bool)
    async
  {
    let (consent, issues) = (Consent([.analytics: .granted]), Mailbox<TrackableIssue>())
    var probe = Probe()
    probe.onConfigure = { _ in if !isConfigured { throw Probe.Refusal() } }
    let hub = hub(probe.requiringConsent(.analytics, from: consent), issues: issues)
    hub.start()
    await probe.configurations.elements(1)
    await hub.shutdown(timeout: isConfigured ? .seconds(9) : .zero)
    consent.deny(.analytics)
    await hub.wait(for: isConfigured ? "2 = 2 + 0" : "2 = 0 + 0, 2 after shutdown")
    #expect(probe.received.all == (isConfigured ? ["reset", "purge"] : []))
    await hub.reportsIssues()
    #expect(!issues.kinds.contains(.deliveredLate))
  }

  @Test func `A purge cancels configuring, which is no failure, and it is configured after the purge`() async {
    let (done, issues) = (Mailbox<String>(), Mailbox<TrackableIssue>())
    var probe = Probe()
    probe.policy = { $0.purgesBeforeConfiguring = true }
    let cancelled = Gate()
    probe.onConfigure = { attempt in
      if attempt == 1 {
        await withTaskCancellationHandler {
          await cancelled.pass()
        } onCancel: {
          cancelled.open()
        }
        try Task.checkCancellation()
      }
      done.put("configured")
    }
    probe.onDeliver = { done.put($0) }
    let hub = hub(probe, retry: RetryPolicy(limit: 0), issues: issues)
    hub.start()
    await probe.configurations.elements(1)
    hub.purge()
    #expect(await hub.started)
    #expect(done.all.sorted() == ["configured", "purge"])
    hub.track([1])
    await hub.wait(for: "2 = 2 + 0")
    #expect(done.all.last == "1")
    await hub.reportsIssues()
    #expect(issues.kinds == [])
  }

  @Test(arguments: [false, true])
  func `A withdrawal that still waits when a shutdown ends is carried out afterwards`(isPurge: Bool) async {
    let goOn = Gate()
    var probe = Probe()
    probe.onDeliver = { if $0 == "1" { await goOn.pass() } }
    let hub = hub(probe)
    hub.start()
    hub.identify("john")
    hub.track(1...3)
    await probe.asked.elements(2)
    if isPurge { hub.purge() } else { hub.reset() }
    let result = await hub.shutdown(timeout: .zero)
    await probe.received.elements(2)
    await until { hub.ledger.outstanding == 0 }
    #expect(probe.received.all == ["identify john", isPurge ? "purge" : "reset"])
    #expect(result.pending == 1)
    #expect(await hub.shutdown() == result)
    #expect(hub.entry() == (isPurge ? "5 = 2 + 0, 1 after shutdown, 2 purged" : "5 = 2 + 0, 3 after shutdown"))
    goOn.open()
  }

  @Test func `A purge that is being carried out when a shutdown ends is not cancelled`() async {
    let (arrived, goOn) = (Gate(), Gate())
    var probe = Probe()
    probe.onBatch = { _, _ in
      arrived.open()
      await goOn.pass()
      try Task.checkCancellation()
      return .accepted
    }
    let hub = hub(probe, retry: RetryPolicy(limit: 0))
    hub.start()
    hub.purge()
    await arrived.pass()
    #expect(await hub.shutdown(timeout: .zero).pending == 1)
    goOn.open()
    await hub.wait(for: "1 = 1 + 0")
  }

  @Test func `A reset in the batch that is out when a shutdown ends reaches the destination, in order`() async {
    struct Library: AnalyticsEventTracker {
      let name = "library"
      let log = Mailbox<String>()
      let goOn = DispatchSemaphore(value: 0)
      func track(_ event: TrackedEvent) {
        log.put(event.name)
        goOn.wait()
      }
      func reset() { log.put("reset") }
    }
    let library = Library()
    let hub = hub(library, batch: Batch(3, .zero))
    hub.track(1...2)
    hub.reset()
    hub.track([3])
    hub.start()
    await library.log.elements(1)
    let result = await hub.shutdown(timeout: .zero)
    #expect(result.pending == 3 && result.failed == 1)
    for _ in 1...3 { library.goOn.signal() }
    await until { hub.ledger.outstanding == 0 }
    #expect(library.log.all == ["1", "2", "reset"])
    #expect(hub.entry("library") == "4 = 3 + 0, 1 after shutdown")
  }

  @Test func `If the batch fails after the end, only the reset goes out again`() async {
    let (arrived, goOn) = (Gate(), Gate())
    var probe = Probe()
    probe.onBatch = { _, attempt in
      arrived.open()
      await goOn.pass()
      return attempt == 1 ? .retry(because: "busy") : .accepted
    }
    let hub = hub(probe, retry: RetryPolicy(first: .zero), batch: Batch(2, .zero))
    hub.track([1])
    hub.reset()
    hub.start()
    await arrived.pass()
    #expect(await hub.shutdown(timeout: .zero).pending == 2)
    goOn.open()
    await hub.wait(for: "2 = 1 + 0, 1 after shutdown")
    #expect(probe.texts == [["1", "reset"], ["reset"]])
  }

  @Test(arguments: [false, true])
  func `A denial from before the start is told once, as a reset and a purge`(isPurged: Bool) async {
    let consent = Consent([.analytics: .denied])
    let probe = Probe()
    let hub = hub(probe.requiringConsent(.analytics, from: consent))
    // That tells no destination of the denial.
    if isPurged { hub.purge() }
    hub.start()
    hub.start()
    await hub.wait(for: isPurged ? "3 = 2 + 0, 1 purged" : "2 = 2 + 0")
    #expect(probe.received.all == ["reset", "purge"])
  }

  @Test func `A destination that sends by itself is told of the foreground, and of the end before a shutdown returns`()
    async
  {
    let storing = Storing()
    let told = storing.told
    let hub = TrackableSystem.withTracker(NoOpTracker()) {
      let hub = TrackerHub([storing.renaming(.snakeCase)])
      hub.start()
      TrackableSystem.applicationWillEnterForeground()
      return hub
    }
    hub.resume()
    #expect(told.all == ["hurry", "hurry"])
    await hub.shutdown()
    #expect(told.all == ["hurry", "hurry", "end"])
    await hub.shutdown()
    #expect(told.all == ["hurry", "hurry", "end"])
  }
}
