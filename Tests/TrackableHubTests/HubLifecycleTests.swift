import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

/// How a hub begins, lives in an app, and ends.
@Suite(.timeLimit(.minutes(10))) struct HubLifecycleTests {
  /// How an app lets go of its hub.
  enum End: CaseIterable { case taskCancelled, released }

  @Test(arguments: End.allCases, [true, false])
  func `A hub delivers the rest when its task is cancelled or it is released; what is lost then is an issue`(
    end: End, arrives: Bool
  ) async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = { _ in await gate.pass() }
    let (issues, clock) = (Mailbox<TrackableIssue>(), ManualClock())
    var hub: TrackerHub? = hub(probe, clock: clock, issues: issues)
    hub?.track([1, 2])
    let core = hub?.core
    let run = end == .taskCancelled ? Task { [hub] in await hub?.run() } : nil
    if end == .released { hub?.start() }
    await probe.asked.elements(1)
    run?.cancel()
    hub = nil
    if arrives { gate.open() } else { await clock.advance(.seconds(5)) }
    await run?.value
    if arrives {
      #expect(await probe.received.elements(2) == ["1", "2"])
      await probe.flushes.elements(1)
    } else {
      #expect(await issues.elements(1).map(\.kind) == [.eventsDropped])
      #expect(core?.ledger.entries[0][.late] == 2)
    }
    await core?.reportsIssues()
    #expect(issues.all.count == (arrives ? 0 : 1))
    gate.open()
  }

  @Test func `Running ends when the hub is shut down elsewhere`() async {
    let hub = hub(Probe())
    async let run: Void = hub.run()
    #expect(await hub.started)
    await hub.shutdown()
    await run
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
}
