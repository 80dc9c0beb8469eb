import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// How a hub ends, and its result.
@Suite(.timeLimit(.minutes(10))) struct ShutdownTests {
  @Test func `A destination that sends by itself is told to hurry, and of the end, before any shutdown returns`() async
  {
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
    hub.resume()
    await hub.shutdown(timeout: .seconds(60))
    order.withLock { $0.append("the shutdown returns") }
    await until { order.value.count == 3 }
    #expect(order.value.first == "the destination knows")
    await hub.shutdown()
    #expect(storing.told.all == ["hurry", "end"])
    second.withLock { $0 = nil }
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
