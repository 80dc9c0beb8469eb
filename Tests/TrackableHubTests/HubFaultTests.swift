import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

/// Faults of a destination, which affect no other destination and no caller. A manual clock tells the time.
@Suite(.timeLimit(.minutes(10))) struct HubFaultTests {
  @Test
  func `A delivery that takes too long is cancelled and reported, and nothing else is delivered until it returns`()
    async
  {
    var probe = Probe()
    let (gate, cancelled) = (Gate(), Gate())
    probe.onDeliver = { text in
      if text != "1" { return }
      // It does not end although the hub cancels it.
      await withTaskCancellationHandler {
        await gate.pass()
      } onCancel: {
        cancelled.open()
      }
    }
    let (clock, issues) = (ManualClock(), Mailbox<TrackableIssue>())
    let hub = hub(probe, clock: clock, issues: issues) { $0.timeLimit = .seconds(20) }
    hub.start()
    hub.track(1...3)
    await probe.asked.elements(1)
    await clock.advance(.seconds(20))
    await cancelled.pass()
    #expect(await issues.elements(1).map(\.kind) == [.deliveryTimedOut])
    #expect(issues.texts.first?.contains("probe has not finished a delivery within its time limit") == true)
    async let result = hub.flush(timeout: .seconds(5))
    await clock.advance(.seconds(5))
    #expect(await result.pending == 3)
    #expect(probe.asked.all == ["1"])
    gate.open()
    // It did end well.
    #expect(await hub.flush(timeout: .seconds(5)).isComplete)
    #expect(probe.received.all == names(1...3))
    #expect(await issues.kinds(1, in: hub) == [.deliveryTimedOut])
  }
}
