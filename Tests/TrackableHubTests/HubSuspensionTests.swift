import TestSupport
import Testing
import Trackable

@testable import TrackableHub

/// Callers that wait for room.
@Suite(.timeLimit(.minutes(10))) struct HubSuspensionTests {
  private func event(_ number: Int) -> TrackerCall { .track(TrackedEvent(IdentifiedByNumber(number: number))) }

  /// A hub that has one delivery in hand, one in the queue, and room for no more.
  private func fullHub(_ gate: Gate, _ probe: inout Probe, with other: Probe? = nil) async -> TrackerHub {
    probe.onDeliver = { if $0 == "0" { await gate.pass() } }
    let hub = hub(CombinedTracker([probe] + (other.map { [$0] } ?? [])), capacity: 1, overflow: .suspend)
    hub.start()
    hub.track([0])
    await probe.asked.elements(1)
    // The other one has no room for more either, before it has taken the first.
    await other?.received.elements(1)
    hub.track([1])
    return hub
  }

  /// Lets a caller come so far that it is suspended.
  private func waitUntilPending(_ count: Int, at name: String = "probe", in hub: TrackerHub) async {
    await until { hub.ledger[name]?.pending == count }
  }

  @Test func `A caller waits for room while the other destinations get its event`() async {
    let (gate, other) = (Gate(), Probe("other"))
    var probe = Probe()
    let hub = await fullHub(gate, &probe, with: other)
    let hasReturned = Mailbox<Bool>()
    let caller = Task {
      hasReturned.put(await hub.enqueue(event(2)))
    }
    await other.received.elements(3)
    #expect(hasReturned.all == [])
    #expect(hub.entry() == "3 = 0 + 3")
    // Who cannot wait is dropped, and does not overtake.
    hub.track([3])
    #expect(hub.entry() == "4 = 0 + 3, 1 overflow")
    gate.open()
    await caller.value
    #expect(hasReturned.all == [true])
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["0", "1", "2"])
    #expect(other.received.all == ["0", "1", "2", "3"])
  }

  @Test func `A cancelled caller withdraws its event`() async {
    let gate = Gate()
    var probe = Probe()
    let hub = await fullHub(gate, &probe)
    let caller = Task { await hub.enqueue(event(2)) }
    await waitUntilPending(3, in: hub)
    let second = Task { await hub.enqueue(event(3)) }
    await waitUntilPending(4, in: hub)
    caller.cancel()
    #expect(await !caller.value)
    #expect(hub.entry() == "4 = 0 + 3, 1 overflow")
    gate.open()
    #expect(await second.value)
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["0", "1", "3"])
  }

  @Test func `A task that is already cancelled does not wait`() async {
    let gate = Gate()
    var probe = Probe()
    let hub = await fullHub(gate, &probe)
    let start = Gate()
    let caller = Task {
      await start.pass()
      return await hub.enqueue(event(2))
    }
    caller.cancel()
    start.open()
    #expect(await !caller.value)
    #expect(hub.entry() == "3 = 0 + 2, 1 overflow")
    gate.open()
    // Where there is room, being cancelled matters to nobody.
    await hub.flush(timeout: .seconds(1))
    let late = Task {
      await start.pass()
      return await hub.enqueue(event(3))
    }
    late.cancel()
    #expect(await late.value)
  }

  @Test func `A reset comes after what suspended callers handed over before`() async {
    let gate = Gate()
    var probe = Probe()
    let hub = await fullHub(gate, &probe)
    let caller = Task { await hub.enqueue(event(2)) }
    await waitUntilPending(3, in: hub)
    hub.reset()
    gate.open()
    #expect(await caller.value)
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["0", "1", "2", "reset"])
  }

  @Test func `A shutdown resumes suspended callers`() async {
    let gate = Gate()
    var probe = Probe()
    let hub = await fullHub(gate, &probe)
    let caller = Task { await hub.enqueue(event(2)) }
    await waitUntilPending(3, in: hub)
    #expect(await hub.shutdown(timeout: .zero).failed == 3)
    #expect(await !caller.value)
    #expect(hub.entry() == "3 = 0 + 0, 3 after shutdown")
    gate.open()
  }

  @Test func `What is wrong with an event is reported at its caller's place`() async {
    struct Flawed: AnalyticsEvent {
      var properties: TrackedProperties { ["ratio" ~>> Double.nan] }
    }
    let (probe, issues) = (Probe(), Mailbox<TrackableIssue>())
    let hub = hub(probe)
    await TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { issues.put($0) }
      #expect(await hub.enqueue(Flawed(), fileID: "App/A.swift", line: 7))
    }
    #expect(issues.kinds == [.valueDoesNotFit])
    #expect(issues.texts.first?.hasPrefix("App/A.swift:7: ") == true)
  }

  @Test func `Giving up on a destination resumes suspended callers`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onConfigure = { _ in
      await gate.pass()
      throw Probe.Refusal()
    }
    let hub = hub(probe, capacity: 1, overflow: .suspend, retry: .never)
    hub.start()
    hub.track([0])
    let caller = Task { await hub.enqueue(event(1)) }
    await waitUntilPending(2, in: hub)
    gate.open()
    #expect(await !caller.value)
    #expect(hub.entry() == "2 = 0 + 0, 2 failed")
  }

  @Test func `A caller waits for room behind a closure and a rule as well`() async {
    let gate = Gate()
    var probe = Probe()
    probe.onDeliver = { if $0 == "0" { await gate.pass() } }
    let hub = hub(probe.filter { $0.name != "9" }.map { $0 }, capacity: 1, overflow: .suspend)
    hub.start()
    hub.track([0])
    await probe.asked.elements(1)
    hub.track([1])
    let caller = Task { await hub.enqueue(event(2)) }
    await waitUntilPending(3, in: hub)
    // What the closure refuses needs no room.
    #expect(await hub.enqueue(event(9)))
    gate.open()
    #expect(await caller.value)
    #expect(await hub.flush(timeout: .seconds(1)).isComplete)
    #expect(probe.received.all == ["0", "1", "2"])
    #expect(hub.entry() == "4 = 3 + 0, 1 prohibited")
  }

  @Test func `Cancelling ten thousand callers takes moments`() async {
    let gate = Gate()
    var probe = Probe()
    let hub = await fullHub(gate, &probe)
    func time(_ count: Int) async -> Duration {
      let before = hub.ledger["probe"]?.dropped.overflow ?? 0
      // No group: its own accounts are quadratic.
      let callers = (0..<count).map { number in Task { await hub.enqueue(event(number)) } }
      await waitUntilPending(2 + count, in: hub)
      let clock = ContinuousClock()
      let time = await clock.measure {
        for caller in callers { caller.cancel() }
        for caller in callers { _ = await caller.value }
      }
      #expect(hub.ledger["probe"]?.dropped.overflow == before + count)
      #expect(hub.ledger["probe"]?.pending == 2)
      return time
    }
    _ = await time(100)
    // Four times as many; sixteen times as long would be quadratic. Others run meanwhile, so the best of some counts.
    var ratios: [Double] = []
    while ratios.count < 5, (ratios.min() ?? .infinity) >= 10 {
      let few = await time(2_500)
      ratios.append(await time(10_000) / few)
    }
    #expect((ratios.min() ?? .infinity) < 10, "\(ratios)")
    gate.open()
  }
}
