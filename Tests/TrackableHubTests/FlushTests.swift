import Dispatch
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// The calls that a flush waits for, and its result.
@Suite(.timeLimit(.minutes(10))) struct FlushTests {
  @Test func `What is tracked while a store waits for its service is stored meanwhile`() async {
    var storing = Storing()
    let (isFlushing, service) = (Gate(), Gate())
    storing.beforeFlush = {
      isFlushing.open()
      await service.pass()
    }
    let hub = hub(storing)
    hub.start()
    hub.track([1])
    async let first = hub.flush(timeout: .seconds(5))
    await isFlushing.pass()
    hub.track([2, 3])
    await until { hub.ledger["storing"]?.stored == 3 }
    // A second flush waits for those, and for a flush that begins after them.
    async let second = hub.flush(timeout: .seconds(5))
    service.open()
    #expect(await first.isComplete)
    #expect(await second.isComplete)
    #expect(hub.ledger["storing"]?.delivered == 3)
  }

  @Test(arguments: ["flush", "shutdown", "cancelled flush"])
  func `A limit holds while a gate hands over held calls to a slow tracker`(call: String) async {
    let (consent, clock) = (Consent(), ManualClock())
    let (arrived, goOn, done) = (Gate(), DispatchSemaphore(value: 0), Gate())
    let slow = Probe().filter { _ in
      arrived.open()
      goOn.wait()
      return true
    }
    let hub = hub(slow.requiringConsent(.analytics, from: consent), clock: clock)
    hub.start()
    hub.track([1])
    DispatchQueue(label: "grant").async {
      consent.grant(.analytics)
      done.open()
    }
    await arrived.pass()
    let task = Task {
      call == "shutdown" ? await hub.shutdown(timeout: .seconds(5)) : await hub.flush(timeout: .seconds(5))
    }
    if call == "cancelled flush" { task.cancel() } else { await clock.advance(.seconds(5)) }
    #expect(await task.value.delivered == 0)
    goOn.signal()
    await done.pass()
  }

  @Test func `A flush that is out of time tells the figures of that moment, and the rest is delivered later`() async {
    var (probe, other) = (Probe(), Probe("other"))
    let gate = Gate()
    probe.onDeliver = { if $0 == "2" { await gate.pass() } }
    other.onFlush = { _ in await gate.pass() }
    let clock = ManualClock()
    let hub = hub(probe, other, clock: clock)
    hub.track(1...3)
    hub.start()
    await probe.asked.elements(2)
    await other.received.elements(3)
    await hub.wait(for: "3 = 3 + 0", at: "other")
    async let result = hub.flush(timeout: .seconds(5))
    await clock.advance(.seconds(5))
    let told = await result
    #expect(told.text == "0 delivered, 0 failed, 2 pending, 0 left at other, 2 left at probe" && !told.isComplete)
    gate.open()
    let second = await hub.flush(timeout: .seconds(1))
    #expect(second.isComplete && second.delivered <= 2)
    #expect(probe.received.all == names(1...3))
  }

  @Test func `A cancelled task does not wait for its flush`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = { _ in await gate.pass() }
    let clock = ManualClock()
    let hub = hub(probe, clock: clock)
    hub.start()
    hub.track([1])
    let flush = Task { await hub.flush(timeout: .seconds(5)) }
    await clock.sleeps(1) { $0 == .seconds(5) }
    flush.cancel()
    #expect(await flush.value.pending == 1)
    let begin = Gate()
    let early = Task {
      await begin.pass()
      return await hub.flush(timeout: .seconds(5))
    }
    early.cancel()
    begin.open()
    #expect(await early.value.pending == 1)
    gate.open()
    #expect(await hub.shutdown().isComplete)
  }
}
