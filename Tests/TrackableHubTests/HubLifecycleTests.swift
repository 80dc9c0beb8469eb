import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

/// How a hub begins, lives in an app, and ends.
@Suite(.timeLimit(.minutes(10))) struct HubLifecycleTests {
  @Test func `A hub that runs in a task delivers the rest when the task is cancelled`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = { _ in await gate.pass() }
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(probe, issues: issues)
    hub.track([1, 2])
    await withTaskGroup { group in
      group.addTask { await hub.run() }
      await probe.asked.elements(1)
      group.cancelAll()
      gate.open()
    }
    #expect(probe.received.all == ["1", "2"])
    #expect(hub.entry() == "2 = 2 + 0")
    await hub.reportsIssues()
    #expect(issues.kinds == [])
  }

  @Test func `An issue reports the losses when the task of a hub is cancelled`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = { _ in await gate.pass() }
    let (issues, clock) = (Mailbox<TrackableIssue>(), ManualClock())
    let hub = hub(probe, clock: clock, issues: issues)
    hub.track([1, 2])
    let run = Task { await hub.run() }
    await probe.asked.elements(1)
    run.cancel()
    await clock.advance(.seconds(5))
    await run.value
    #expect(await issues.kinds(1, in: hub) == [.eventsDropped])
    #expect(hub.entry() == "2 = 0 + 0, 2 after shutdown")
    gate.open()
  }

  @Test func `Running ends when the hub is shut down elsewhere`() async {
    let hub = hub(Probe())
    async let run: Void = hub.run()
    #expect(await hub.started)
    await hub.shutdown()
    await run
  }

  @Test func `A hub that is released delivers the rest`() async {
    let (probe, issues) = (Probe(), Mailbox<TrackableIssue>())
    var hub: TrackerHub? = hub(probe, issues: issues)
    hub?.start()
    hub?.track(1...100)
    hub = nil
    #expect(await probe.received.elements(100).count == 100)
    await probe.flushes.elements(1)
    #expect(issues.kinds == [])
  }

  @Test(arguments: [
    (1...1, [Probe](), "1 delivery was lost"), (1...2, [Probe("other")], "4 deliveries were lost"),
  ])
  func `A hub that is released before its start reports the losses`(
    _ numbers: ClosedRange<Int>, _ others: [Probe], _ text: String
  ) async {
    let issues = Mailbox<TrackableIssue>()
    var hub: TrackerHub? = hub(CombinedTracker([Probe()] + others), issues: issues)
    hub?.track(numbers)
    hub = nil
    await issues.elements(1)
    #expect(issues.texts.map { $0.contains("TrackerHub ended, and " + text + ".") } == [true])
  }

  @Test func `A released hub does not report again what its shutdown returned`() async {
    let issues = Mailbox<TrackableIssue>()
    var hub: TrackerHub? = hub(Probe(), issues: issues)
    hub?.track([1])
    #expect(await hub?.shutdown().failed == 1)
    let core = hub?.core
    hub = nil
    await core?.reportsIssues()
    #expect(issues.kinds == [])
  }

  @Test func `After the deadline an issue reports the calls that a released hub could not deliver`() async {
    var probe = Probe()
    let (gate, clock, lost) = (Gate(), ManualClock(), Mailbox<TrackableIssue>())
    probe.onDeliver = { _ in await gate.pass() }
    var hub: TrackerHub? = hub(probe, clock: clock, issues: lost)
    hub?.start()
    hub?.track(1...3)
    await probe.asked.elements(1)
    hub = nil
    await clock.advance(.seconds(5))
    #expect(await lost.elements(1).map(\.kind) == [.eventsDropped])
    gate.open()
  }

  @Test func `A hub without destinations has nothing to do`() async {
    let hub = hub(NoOpTracker())
    hub.track([1])
    hub.start()
    #expect(await hub.started)
    #expect(await hub.flush(timeout: .seconds(1)).isComplete)
    #expect(await hub.shutdown().isComplete)
    #expect(hub.ledger.entries == [])
  }

  @Test func `A capacity below one counts as one`() async {
    var small = Probe("small")
    small.policy = { $0.capacity = -1 }
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(small, Probe("other"), capacity: 2, issues: issues)
    hub.track([1, 2, 3])
    #expect(hub.entry("small") == "3 = 0 + 1, 2 overflow")
    #expect(hub.entry("other") == "3 = 0 + 2, 1 overflow")
    await hub.reportsIssues()
    #expect(issues.kinds == [.queueOverflow, .queueOverflow])
  }

  @Test func `A hub keeps the promises of its destinations`() async {
    @Sendable func started(_ destination: any AnalyticsEventTracker) -> TrackerHub {
      let hub = hub(destination)
      hub.start()
      return hub
    }
    let buffering = TrackerConformance { started(BufferingTracker(record: $0)) }
    let sending = TrackerConformance { started(SendingTracker(record: $0)) }
    let failures = await buffering.failures() + sending.failures()
    #expect(failures.map(\.description) == [])
  }

  @Test func `Every requirement goes through a hub`() async {
    for requirement in Requirement.allCases {
      let log = CallLog()
      let hub = hub(log.tracker("leaf"))
      hub.start()
      #expect(await hub.started)
      await requirement.send(to: hub)
      await hub.shutdown()
      let arrivals: [String] = requirement.arrival.map { [$0] } ?? []
      #expect(Array(log.calls.dropLast()) == arrivals)
    }
  }
}
