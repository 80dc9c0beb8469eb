import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// Whether one event has arrived.
@Suite(.timeLimit(.minutes(10))) struct ConfirmTests {
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
