import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

/// How a hub ends, and its result.
@Suite(.timeLimit(.minutes(10))) struct ShutdownTests {
  @Test func `A shutdown during the start delivers when the destination is configured`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onConfigure = { _ in await gate.pass() }
    let (clock, issues) = (ManualClock(), Mailbox<TrackableIssue>())
    let hub = hub(probe, clock: clock, issues: issues)
    hub.track([1, 2])
    hub.start()
    await probe.configurations.elements(1)
    async let result = hub.shutdown(timeout: .seconds(3))
    await clock.sleeps(1) { $0 == .seconds(3) }
    hub.track([3])
    gate.open()
    #expect(await result.text == "2 delivered, 0 failed, 0 pending")
    #expect(probe.received.all == ["1", "2"])
    #expect(probe.flushes.all == [1])
    #expect(hub.entry() == "3 = 2 + 0, 1 after shutdown")
    #expect(await issues.kinds(1, in: hub) == [.deliveredLate])
    #expect(await hub.shutdown().isComplete)
  }

  @Test func `No shutdown returns before each destination that sends by itself knows of the end`() async {
    var storing = Storing()
    let (order, second) = (Shared<[String]>([]), Shared<TrackerHub?>(nil))
    storing.beforeEnd = {
      guard let hub = second.value else { return }
      Task {
        await hub.shutdown(timeout: .zero)
        order.withLock { $0.append("another shutdown returns") }
      }
      for _ in 0..<10_000 where order.value.isEmpty { sched_yield() }
      order.withLock { $0.append("the destination knows") }
    }
    let hub = hub(storing)
    second.withLock { $0 = hub }
    hub.start()
    await hub.shutdown(timeout: .seconds(60))
    order.withLock { $0.append("the shutdown returns") }
    await until { order.value.count == 3 }
    #expect(order.value.first == "the destination knows")
    second.withLock { $0 = nil }
  }

  @Test func `A shutdown tries again until the deadline`() async {
    var probe = Probe()
    probe.onConfigure = { _ in throw Probe.Refusal() }
    let clock = ManualClock()
    let hub = hub(probe, retry: RetryPolicy(first: .seconds(60)), clock: clock)
    hub.track([1, 2])
    hub.start()
    await clock.sleeps(1)
    async let result = hub.shutdown(timeout: .seconds(3))
    await probe.configurations.elements(2)
    await clock.sleeps(1) { $0 == .seconds(3) }
    clock.advance(by: .seconds(3))
    #expect(await result.text == "0 delivered, 2 failed, 0 pending")
    #expect(await !hub.started)
    #expect(hub.entry() == "2 = 0 + 0, 2 after shutdown")
  }

  @Test func `A shutdown counts as lost what a destination given up on meanwhile did not get`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onConfigure = { _ in
      await gate.pass()
      throw Probe.Refusal()
    }
    let clock = ManualClock()
    let hub = hub(probe, retry: RetryPolicy(limit: 0), clock: clock)
    hub.track([1, 2])
    hub.start()
    await probe.configurations.elements(1)
    async let result = hub.shutdown(timeout: .seconds(3))
    await clock.sleeps(1) { $0 == .seconds(3) }
    gate.open()
    #expect(await result.failed == 2)
    #expect(hub.entry() == "2 = 0 + 0, 2 failed")
    #expect(await hub.shutdown().failed == 2)
  }

  @Test func `A shutdown counts as lost what fails meanwhile, and not what failed before`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = {
      if $0 == "2" { await gate.pass() }
      if $0 != "4" { throw Probe.Refusal() }
    }
    let clock = ManualClock()
    let hub = hub(probe, retry: RetryPolicy(limit: 0), clock: clock)
    hub.track(1...4)
    hub.start()
    await probe.asked.elements(2)
    async let result = hub.shutdown(timeout: .seconds(3))
    await clock.sleeps(1) { $0 == .seconds(3) }
    gate.open()
    #expect(await result.text == "1 delivered, 2 failed, 0 pending")
    #expect(hub.entry() == "4 = 1 + 0, 3 failed")
  }

  @Test func `A hub that was never started loses everything at its shutdown, and says so`() async {
    let probe = Probe()
    let hub = hub(probe)
    hub.track([1, 2])
    #expect(await hub.shutdown().text == "0 delivered, 2 failed, 0 pending")
    hub.start()
    hub.track([3])
    #expect(hub.entry() == "3 = 0 + 0, 3 after shutdown")
    #expect(await hub.shutdown().failed == 2)
    #expect(probe.configurations.all == [])
  }

  @Test func `One issue reports the calls after a shutdown`() async {
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(Probe(), Probe("other"), issues: issues)
    await hub.shutdown()
    hub.track([1])
    #expect(await issues.elements(1).map(\.kind) == [.deliveredLate])
    hub.track([2])
    hub.reset()
    hub.track([3])
    #expect(await issues.kinds(1, in: hub) == [.deliveredLate])
    #expect(hub.entry() == "4 = 0 + 0, 4 after shutdown")
  }

  @Test func `A shutdown that stops waiting cancels the destination's task`() async {
    var probe = Probe()
    let (gate, cancelled) = (Gate(), Gate())
    probe.onDeliver = { _ in
      await withTaskCancellationHandler {
        await gate.pass()
      } onCancel: {
        cancelled.open()
        gate.open()
      }
    }
    let hub = hub(probe)
    hub.start()
    hub.track([1, 2])
    await probe.asked.elements(1)
    #expect(await hub.shutdown(timeout: .zero).text == "0 delivered, 2 failed, 0 pending, 0 left at probe")
    await cancelled.pass()
    #expect(hub.entry() == "2 = 0 + 0, 2 after shutdown")
  }

  @Test func `The deliveries of a batch that have arrived when the shutdown ends count as delivered`() async {
    var probe = Probe()
    let (half, gate) = (Gate(), Gate())
    probe.onBatch = { batch, _ in
      batch.perform(on: NoOpTracker())
      half.open()
      await gate.pass()
      return .accepted
    }
    let hub = hub(probe, batch: Batch(3, .zero))
    hub.track(1...5)
    hub.start()
    await half.pass()
    #expect(await hub.shutdown(timeout: .zero).failed == 2)
    #expect(hub.entry() == "5 = 3 + 0, 2 after shutdown")
    gate.open()
    // Its late answer changes nothing.
    #expect(await hub.shutdown().failed == 2)
    #expect(hub.entry() == "5 = 3 + 0, 2 after shutdown")
  }

  @Test func `All calls of shutdown return the same, and the shortest timeout applies`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = { _ in await gate.pass() }
    let clock = ManualClock()
    let hub = hub(probe, clock: clock)
    hub.start()
    hub.track([1, 2])
    await probe.asked.elements(1)
    async let patient = hub.shutdown(timeout: .seconds(50))
    await clock.sleeps(1) { $0 == .seconds(50) }
    async let hasty = hub.shutdown(timeout: .seconds(1))
    await clock.advance(.seconds(1))
    #expect(await [patient.failed, hasty.failed] == [2, 2])
    #expect(await hub.shutdown().failed == 2)
    gate.open()
  }

  @Test func `A shutdown works in a cancelled task`() async {
    let probe = Probe()
    let hub = hub(probe)
    hub.start()
    #expect(await hub.started)
    hub.pause()
    hub.track(1...3)
    let begin = Gate()
    let task = Task {
      await begin.pass()
      return await hub.shutdown(timeout: .seconds(9))
    }
    task.cancel()
    begin.open()
    #expect(await task.value.text == "3 delivered, 0 failed, 0 pending")
  }

  @Test func `A timeout may be longer than the clock can represent`() async {
    let probe = Probe()
    // The clocks of the system trap where the manual one does not.
    for clock in [nil, ContinuousClock()] as [(any Clock<Duration>)?] {
      let hub = hub(probe, clock: clock)
      hub.start()
      hub.track([1])
      #expect(await hub.flush(timeout: .seconds(Int64.max)).isComplete)
      #expect(await hub.shutdown(timeout: .seconds(Int64.max) * 10).isComplete)
    }
    #expect(probe.received.all == ["1", "1"])
  }
}
