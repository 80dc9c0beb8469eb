import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// Whether one event has arrived.
@Suite(.timeLimit(.minutes(10))) struct ConfirmTests {
  @Test func `An event is confirmed when all destinations have it, although others wait or are lost`() async {
    var (probe, other) = (Probe(), Probe("other"))
    probe.onBatch = { batch, _ in
      .rejected(batch.filter { Probe.text(of: $0).hasPrefix("-") }.map(\.id), because: "it is negative")
    }
    other.onBatch = { batch, _ in batch.contains { Probe.text(of: $0) == "3" } ? .tooLarge : .accepted }
    let hub = hub(probe, other)
    hub.start()
    var confirmed: [Bool] = []
    for number in [1, -2, 3, 4] {
      hub.track([-number])
      confirmed.append(await hub.confirm(timeout: .seconds(9)) { hub.track([number]) })
    }
    #expect(confirmed == [true, false, false, true])
    #expect(hub.entry() == "8 = 4 + 0, 4 rejected" && hub.entry("other") == "8 = 7 + 0, 1 rejected")
  }

  @Test func `It does not wait for what comes later, nor for a batch to fill`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = { if $0 == "2" { await gate.pass() } }
    let clock = ManualClock()
    let hub = hub(probe, batch: Batch(2, .seconds(60)), clock: clock)
    hub.start()
    #expect(await hub.confirm(timeout: .seconds(9)) { hub.track([1]) })
    async let second = hub.confirm(timeout: .seconds(9)) { hub.track([2]) }
    await probe.asked.elements(2)
    clock.advance(by: .seconds(9))
    // It is out of time, and arrives all the same.
    #expect(await !second)
    gate.open()
    await hub.flush(timeout: .seconds(9))
    #expect(hub.entry() == "2 = 2 + 0")
  }

  @Test func `A call that no destination gets is not confirmed, and neither is one that a hub has dropped`() async {
    let (hub, others) = (hub(Probe().filter { $0.name != "1" }), hub(Probe()))
    hub.start()
    others.start()
    #expect(await !hub.confirm(timeout: .seconds(9)) { hub.track([1]) })
    #expect(await !hub.confirm(timeout: .seconds(9)) {})
    #expect(await !hub.confirm(timeout: .seconds(9)) { others.track([2]) })
    #expect(await hub.confirm(timeout: .seconds(9)) { hub.track(2...5) })
    await hub.shutdown()
    #expect(await !hub.confirm(timeout: .seconds(9)) { hub.track([6]) })
    #expect(
      await others.confirm(timeout: .seconds(9)) { TrackableSystem.withTracker(others) { MoodChanged().trigger() } })
  }

  @Test func `A call that a store refuses is not confirmed, also during another one's flush`() async {
    var storing = Storing()
    let (gate, flushes) = (Gate(), Mailbox<Int>())
    storing.refuses = { $0.hasPrefix("-") }
    storing.beforeFlush = {
      flushes.put(1)
      await gate.pass()
    }
    let hub = hub(storing)
    hub.start()
    async let first = hub.confirm(timeout: .seconds(60)) { hub.track([1]) }
    await flushes.elements(1)
    async let second = hub.confirm(timeout: .seconds(60)) { hub.track([-2]) }
    // The store takes it while the first one's flush goes on.
    await until { storing.figures.accepted == 2 }
    gate.open()
    #expect(await !second)
    _ = await first
    #expect(await !hub.confirm(timeout: .seconds(60)) { hub.track([-3]) })
    #expect(await hub.confirm(timeout: .seconds(60)) { hub.track([4]) })
  }

  @Test func `A stored call is confirmed when everything in the store has arrived`() async {
    let storing = Storing()
    let hub = hub(storing)
    hub.start()
    storing.isOnline.set(false)
    #expect(await !hub.confirm(timeout: .seconds(9)) { hub.track([1]) })
    #expect(hub.entry("storing") == "1 = 0 + 0, 1 stored")
    storing.isOnline.set(true)
    #expect(await hub.confirm(timeout: .seconds(9)) { hub.track([2]) })
    #expect(hub.entry("storing") == "2 = 2 + 0")
  }
}
