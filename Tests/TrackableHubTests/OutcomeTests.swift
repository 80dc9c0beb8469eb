import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// What a destination says became of a batch, and what the hub does then.
@Suite(.timeLimit(.minutes(10))) struct OutcomeTests {
  private let batch = Batch(4, .zero)

  @Test func `A batch that throws is sent again, all of it, in order, and counts as retrying meanwhile`() async {
    var probe = Probe()
    probe.onBatch = { _, attempt in
      switch attempt {
      case 1: .retry(after: .seconds(30), because: "refused")
      case 2: throw Probe.Refusal()
      default: .accepted
      }
    }
    let (clock, issues) = (ManualClock(), Mailbox<TrackableIssue>())
    let hub = hub(probe, retry: RetryPolicy(first: .zero), batch: batch, clock: clock, issues: issues)
    hub.track(1...6)
    hub.start()
    await hub.wait(for: "6 = 0 + 2, 4 retrying")
    // What comes now is behind.
    hub.track([7])
    #expect(hub.entry() == "7 = 0 + 3, 4 retrying")
    async let result = hub.flush(timeout: .seconds(40))
    await clock.sleeps(1) { $0 == .seconds(40) }
    await clock.advance(.seconds(30))
    #expect(await result.text == "7 delivered, 0 failed, 0 pending")
    #expect(probe.texts == [names(1...4), names(1...4), names(1...4), names(5...7)])
    #expect(probe.batches.all.map { $0.map(\.attempt) } == [[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3], [1, 1, 1]])
    #expect(Set(probe.batches.all.prefix(3).map { $0.map(\.id) }).count == 1)
    #expect(hub.entry() == "7 = 7 + 0")
    #expect(await issues.kinds(1, in: hub) == [.deliveryFailed])
    #expect(issues.texts.first?.contains("probe did not take a batch, which is tried again: refused.") == true)
  }

  @Test(arguments: [Duration.zero, .seconds(-5), .milliseconds(1)])
  func `A destination that asks for less than the policy's pause is not asked sooner`(asked: Duration) async {
    var probe = Probe()
    probe.onBatch = { _, attempt in attempt < 100 ? .retry(after: asked, because: "status 503") : .accepted }
    let clock = ManualClock()
    let hub = hub(probe, retry: RetryPolicy(first: .seconds(60)), clock: clock) { $0.timeLimit = .seconds(600) }
    hub.track([1])
    hub.start()
    var pauses: [Duration] { clock.sleeps.filter { $0 <= .seconds(60) } }
    await until { !pauses.isEmpty || probe.asked.all.count >= 100 }
    #expect(pauses.allSatisfy { $0 > asked })
    #expect(probe.asked.all == ["1"])
    // A flush waits for earlier calls only.
    let flush = Task { await hub.flush(timeout: .seconds(100)) }
    clock.advance(by: .milliseconds(1))
    await probe.asked.elements(2)
    flush.cancel()
    _ = await flush.value
  }

  @Test func `A batch that is performed on several trackers counts once`() async {
    let received = Mailbox<String>()
    var probe = Probe()
    probe.onBatch = { batch, _ in
      batch.perform(on: ClosureTracker { received.put("a\($0.name)") })
      batch.perform(on: ClosureTracker { received.put("b\($0.name)") })
      return .accepted
    }
    let hub = hub(probe, batch: batch)
    hub.track(1...2)
    #expect(await hub.startAndFlush().text == "2 delivered, 0 failed, 0 pending")
    #expect(received.all == ["a1", "a2", "b1", "b2"])
    #expect(hub.entry() == "2 = 2 + 0")
  }

  @Test func `What fails for good, is refused or is too large alone is dropped, counted and reported`() async {
    var (failing, strict, small) = (Probe("failing"), Probe("strict"), Probe("small"))
    failing.policy = { $0.retry = RetryPolicy(limit: 0) }
    failing.onDeliver = { if $0 == "6" { throw Probe.Refusal() } }
    strict.onBatch = { batch, _ in
      let wrong = batch.filter { ["2", "3", "6"].contains(Probe.text(of: $0)) }
      return .rejected(wrong.map(\.id), because: "no such event")
    }
    // It takes two at once, and 3 never.
    small.onBatch = { batch, _ in
      batch.count > 2 || batch.contains { Probe.text(of: $0) == "3" } ? .tooLarge : .accepted
    }
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(failing, strict, small, batch: batch, issues: issues)
    hub.track(1...8)
    #expect(await hub.startAndFlush().text == "16 delivered, 8 failed, 0 pending")
    #expect(failing.received.all == names(1...4))
    #expect(strict.received.all == names([1, 4, 5, 7, 8]) && strict.texts == [names(1...4), names(5...8)])
    #expect(small.received.all == names([1, 2, 4, 5, 6, 7, 8]))
    #expect(small.texts.prefix(2) == [names(1...4), names(1...2)])
    #expect(hub.entry("failing") == "8 = 4 + 0, 4 failed")
    #expect(hub.entry("strict") == "8 = 5 + 0, 3 rejected" && hub.entry("small") == "8 = 7 + 0, 1 rejected")
    #expect(await Set(issues.kinds(3, in: hub)) == [.deliveryFailed, .deliveriesRejected] && issues.all.count == 3)
    for text in [
      "failing did not take a batch, which is dropped: refused.", "strict refuses 2 deliveries: no such event.",
      "it is too large",
    ] {
      #expect(issues.texts.contains { $0.contains(text) }, "\(issues.texts)")
    }
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
