import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

/// Faults of a destination, which affect no other destination and no caller. A manual clock tells the time.
@Suite(.timeLimit(.minutes(10))) struct HubFaultTests {
  @Test func `A destination that is stuck delays no other one`() async {
    var stuck = Probe("stuck")
    let gate = Gate()
    stuck.onDeliver = { _ in await gate.pass() }
    let (sound, clock, issues) = (Probe("sound"), ManualClock(), Mailbox<TrackableIssue>())
    let hub = hub(stuck, sound, capacity: 10, clock: clock, issues: issues)
    hub.start()
    hub.track([0])
    await stuck.asked.elements(1)
    await sound.received.elements(1)
    for number in 1...100 {
      hub.track([number])
      await sound.received.elements(number + 1)
    }
    #expect(sound.received.all == names(0...100))
    // One in hand, ten wait, the others had to make room.
    #expect(hub.entry("stuck") == "101 = 0 + 11, 90 overflow")
    #expect(await issues.kinds(1, in: hub) == [.queueOverflow])

    // The ledger may not have the arrived calls yet.
    await hub.wait(for: "101 = 101 + 0", at: "sound")
    async let result = hub.flush(timeout: .seconds(5))
    await clock.advance(.seconds(5))
    #expect(await result.pending == 11)

    async let lost = hub.shutdown(timeout: .seconds(3))
    await clock.advance(.seconds(3))
    #expect(await lost.failed == 11)
    #expect(hub.entry("stuck") == "101 = 0 + 0, 90 overflow, 11 after shutdown")
    #expect(hub.entry("sound") == "101 = 101 + 0")
    gate.open()
  }

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
    let (clock, issues, other) = (ManualClock(), Mailbox<TrackableIssue>(), Probe("other"))
    let hub = hub(probe, other, clock: clock, issues: issues) { $0.timeLimit = .seconds(20) }
    hub.start()
    hub.track(1...3)
    // The other one is through before the clock moves: its own delivery must not take 20 s.
    await hub.wait(for: "3 = 3 + 0", at: "other")
    await probe.asked.elements(1)
    await clock.sleeps(1) { $0 == .seconds(20) }
    clock.advance(by: .seconds(20))
    await cancelled.pass()
    #expect(await issues.elements(1).map(\.kind) == [.deliveryTimedOut])
    #expect(issues.texts.first?.contains("probe has not finished a delivery within its time limit") == true)
    #expect(other.received.all == names(1...3))
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

  /// By a naive reading of all calls that came.
  @Test(arguments: 0..<SearchScale.times(200, long: 20_000))
  func `Where a reset came before an event that is kept, one is kept between it and the last before that`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var policy = DeliveryPolicy()
    policy.capacity = 1 + random.below(8)
    var queue = DestinationQueue(index: 0, policy: policy)
    var calls: [TrackerCall] = []
    for number in 0..<60 {
      let call: TrackerCall =
        switch random.below(8) {
        case 0, 1: .reset
        case 2, 3: .identify(TrackedUser("\(random.below(3))"))
        default: .track(TrackedEvent(IdentifiedByNumber(number: number)))
        }
      calls.append(call)
      var actions = HubActions()
      queue.enqueue(
        HubCall(AddressedCall(call: call, time: .now, destinations: [])), sequence: number, at: .zero, &actions)
      #expect(queue.waiting.count <= policy.capacity + 2, "seed \(seed)")
      let kept = queue.waiting.all
      var start = 0
      var hasReset = false
      for slot in kept {
        if slot.call.isReset { hasReset = true }
        if !slot.call.isEvent { continue }
        let wasReset = calls[start..<slot.sequence].contains { if case .reset = $0 { true } else { false } }
        #expect(hasReset || !wasReset, "seed \(seed), call \(number)")
        (start, hasReset) = (slot.sequence, false)
      }
      let last = calls.lastIndex(where: \.isSignInOrOut)
      #expect(last.map { last in kept.contains { $0.sequence == last } } ?? true, "seed \(seed), call \(number)")
    }
  }
}

@Suite struct HubIssueTests {
  @Test func `Kinds are named as in the code`() {
    let kinds: [TrackableIssue.Kind] = [
      .configurationFailed, .destinationGivenUp, .deliveryFailed, .deliveriesRejected, .deliveryTimedOut,
      .queueOverflow,
      .deliveredLate, .destinationWithoutHub, .hubNotStarted,
    ]
    #expect(
      kinds.map(\.description) == [
        "configurationFailed", "destinationGivenUp", "deliveryFailed", "deliveriesRejected", "deliveryTimedOut",
        "queueOverflow", "deliveredLate", "destinationWithoutHub", "hubNotStarted",
      ])
    #expect(Set(kinds).count == kinds.count)
  }

  @Test func `A hub that nobody has started says so when it is flushed in vain, once`() async throws {
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(Probe(), issues: issues)
    _ = await hub.flush(timeout: .zero)
    hub.track(TrackedEvent(IdentifiedByNumber(number: 1)))
    for _ in 0..<2 { _ = await hub.flush(timeout: .zero) }
    #expect(await issues.kinds(1, in: hub) == [.hubNotStarted])
    let text = try #require(issues.all.first?.message)
    #expect(text.hasSuffix(" has not been started; 1 delivery waits."))
    hub.start()
    #expect(await hub.flush(timeout: .seconds(9)).isComplete)
  }
}
