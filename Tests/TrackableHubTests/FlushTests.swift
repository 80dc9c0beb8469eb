import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// A flush of a hub and of the system, and the end of the foreground: all that was tracked before, and one deadline.
@Suite(.timeLimit(.minutes(10))) struct FlushTests {
  /// A vendor's library whose flush does not return before its gate is opened.
  private struct Hanging: AnalyticsEventTracker {
    let name: String
    let gate = Gate()
    let begun = Gate()
    func track(_ event: TrackedEvent) {}
    func flush() async {
      begun.open()
      await gate.pass()
    }
  }

  @Test(arguments: [false, true])
  func `A flush and a shutdown wait for events that wait for an actor, and a flush counts them where it cannot`(
    isShutdown: Bool
  ) async {
    let (desk, child, parent, probe) = (GateDepot(), GatePlace(), GatePlace(), Probe())
    let clock = ManualClock()
    let hub = hub(probe, clock: clock)
    hub.start()
    #expect(await hub.started)
    await desk.link(child, below: parent)
    desk.close()
    await ScopedSystem(bootstrapped: hub).run {
      child.track(IdentifiedByNumber(number: 1))
      #expect(await hub.flush(timeout: .zero).open == ["probe": 0, "TrackableSystem": 1])
      async let result = isShutdown ? hub.shutdown(timeout: .seconds(5)) : hub.flush(timeout: .seconds(5))
      await clock.sleeps(1) { $0 == .seconds(5) }
      desk.open()
      #expect(await result.isComplete)
      #expect(probe.received.all == ["1"])
    }
  }

  @Test func `A flush of the system flushes all side by side, and names those that have not answered at the deadline`()
    async
  {
    let (vendor, registered) = (Hanging(name: "Vendor"), Hanging(name: "Registered"))
    let (probe, clock) = (Probe(), ManualClock())
    var slow = Probe("slow")
    let gate = Gate()
    slow.onDeliver = { _ in await gate.pass() }
    let hub = hub(probe, slow)
    hub.start()
    let tracker = vendor.named("Vendor").combined(with: hub.filter { $0.name != "2" })
    let result = await ScopedSystem(bootstrapped: tracker, time: SystemTime(clock)).run {
      TrackableSystem.register(registered)
      for number in 1...2 { TrackableSystem.track(IdentifiedByNumber(number: number)) }
      async let result = TrackableSystem.flush(timeout: .seconds(5))
      // No tracker waits for another one.
      await vendor.begun.pass()
      await registered.begun.pass()
      await probe.flushes.elements(1)
      // The hub knows that the probe's flush has returned.
      await until { !hub.isBusy[0] }
      await slow.asked.elements(1)
      await clock.advance(.seconds(5))
      return await result
    }
    #expect(result.pending == 1 && result.open == ["Registered": 0, "Vendor": 0, "slow": 1])
    #expect(probe.received.all == ["1"])
    for gate in [vendor.gate, registered.gate, gate] { gate.open() }
  }

  @Test func `A flush of the system ends when all have answered, or with its task`() async {
    let vendor = Hanging(name: "Vendor")
    let probe = Probe()
    let hub = hub(probe)
    hub.start()
    let system = ScopedSystem(bootstrapped: hub.combined(with: NoOpTracker()), time: SystemTime(ManualClock()))
    await system.run {
      TrackableSystem.track(IdentifiedByNumber(number: 1))
      #expect(await TrackableSystem.flush().isComplete)
      #expect(probe.received.all == ["1"])
      TrackableSystem.register(vendor)
      let flush = Task { await TrackableSystem.flush() }
      await vendor.begun.pass()
      flush.cancel()
      #expect(await flush.value.open["Vendor"] == 0)
    }
    vendor.gate.open()
  }

  /// A tracker that passes a flush on too late.
  private struct Late: AnalyticsEventTracker {
    let hub: TrackerHub
    let begun = Gate()
    let gate = Gate()
    let returned = Gate()
    func track(_ event: TrackedEvent) {}
    func flush() async {
      begun.open()
      await gate.pass()
      await hub.flush()
      returned.open()
    }
  }

  @Test func `A hub that the system's flush reaches after the deadline answers at once`() async {
    let (probe, clock) = (Probe(), ManualClock())
    // It is not started, so a flush waits for that.
    let hub = hub(probe)
    hub.track(1...1)
    let late = Late(hub: hub)
    await ScopedSystem(bootstrapped: late, time: SystemTime(clock)).run {
      async let result = TrackableSystem.flush(timeout: .seconds(5))
      await late.begun.pass()
      await clock.advance(.seconds(5))
      #expect(await result.open == ["Late": 0])
    }
    late.gate.open()
    await late.returned.pass()
  }

  /// A vendor's library that hangs while it hears of a user.
  private struct Stuck: AnalyticsEventTracker {
    let begun = Gate()
    let gate = DispatchSemaphore(value: 0)
    func track(_ event: TrackedEvent) {}
    func identify(_ user: TrackedUser) {
      begun.open()
      gate.wait()
    }
  }

  @Test func `The flush of a task that was cancelled before returns, even if a tracker hangs`() async {
    let (stuck, system) = (Stuck(), ScopedSystem(bootstrapped: nil))
    system.run { TrackableSystem.bootstrap(stuck) }
    let isOver = Gate()
    Thread.detachNewThread {
      system.run { TrackableSystem.identify("john") }
      isOver.open()
    }
    await stuck.begun.pass()
    await system.run {
      // Which comes first, the waiter or the end, depends on the threads.
      for _ in 0..<500 {
        let task = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          return await TrackableSystem.flush(timeout: .seconds(3_600))
        }
        #expect(await !task.value.isComplete)
      }
      stuck.gate.signal()
    }
    await isOver.pass()
  }

  @Test func `A flush that nobody waits for begins at once`() async {
    var probe = Probe()
    let (isHeld, gate) = (Shared(false), Gate())
    probe.policy = { $0.batchDelay = .seconds(3_600) }
    probe.onDeliver = { _ in if isHeld.value { await gate.pass() } }
    let hub = hub(probe)
    hub.start()
    hub.track(1...1)
    await hub.flush()
    hub.track(2...2)
    isHeld.set(true)
    let left = await hub.flush(timeout: .zero)
    #expect(left.text == "0 delivered, 0 failed, 1 pending, 1 left at probe")
    isHeld.set(false)
    gate.open()
    // Without the time that a batch has to fill.
    await probe.received.elements(2)
  }

  @Test func `Before the bootstrap a flush tells how many calls are held`() async {
    await ScopedSystem(bootstrapped: nil).run {
      TrackableSystem.track(IdentifiedByNumber(number: 1))
      #expect(await TrackableSystem.flush().text == "0 delivered, 0 failed, 1 pending, 1 left at TrackableSystem")
      TrackableSystem.bootstrap(NoOpTracker())
    }
  }

  @Test func `At the end of the foreground waiting events go out, and then the destinations send`() async {
    let (desk, child, parent, storing) = (GateDepot(), GatePlace(), GatePlace(), Storing())
    await desk.link(child, below: parent)
    await ScopedSystem(bootstrapped: nil).run {
      let hub = TrackerHub([storing])
      TrackableSystem.bootstrap(hub)
      hub.start()
      desk.close()
      child.track(IdentifiedByNumber(number: 1))
      desk.open()
      #expect(await TrackableSystem.applicationDidEnterBackground(timeout: realPatience).isComplete)
      #expect(hub.ledger.entries[0].delivered == 1)
      TrackableSystem.applicationWillEnterForeground()
      #expect(storing.told.all == ["hurry"])
    }
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
}
