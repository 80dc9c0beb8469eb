import Dispatch
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// The calls that a flush waits for, and its result.
@Suite(.timeLimit(.minutes(10))) struct FlushTests {
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
}
