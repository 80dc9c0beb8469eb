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

  @Test func `Where the policy does not try again, what fails is dropped and counted`() async {
    var probe = Probe()
    probe.onDeliver = { if ["1", "2", "4"].contains($0) { throw Probe.Refusal() } }
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(probe, retry: RetryPolicy(limit: 0), issues: issues)
    hub.track(0...5)
    #expect(await hub.startAndFlush().text == "3 delivered, 3 failed, 0 pending")
    #expect(probe.received.all == ["0", "3", "5"])
    #expect(hub.entry() == "6 = 3 + 0, 3 failed")
    #expect(await issues.kinds(2, in: hub) == [.deliveryFailed, .deliveryFailed])
    #expect(issues.texts.first?.contains("probe did not take a batch, which is dropped: refused.") == true)
  }

  @Test func `What was performed before an error is not sent again`() async {
    let received = Mailbox<String>()
    struct Half: AnalyticsDestination {
      let received: Mailbox<String>
      let name = "probe"
      func track(_ event: TrackedEvent) { received.put(event.name) }
      func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
        if batch.first?.attempt == 1, batch.count > 1 {
          // All of it is performed, and then something goes wrong.
          batch.perform(on: self)
          throw Probe.Refusal()
        }
        batch.perform(on: self)
        return .accepted
      }
    }
    let hub = hub(Half(received: received), retry: RetryPolicy(first: .zero), batch: batch)
    hub.track(1...5)
    #expect(await hub.startAndFlush().text == "5 delivered, 0 failed, 0 pending")
    #expect(received.all == names(1...5))
    #expect(hub.entry() == "5 = 5 + 0")
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

  @Test func `A rejected call is counted, reported, and not sent again; the rest has arrived`() async {
    var probe = Probe()
    probe.onBatch = { batch, _ in
      let wrong = batch.filter { ["2", "3", "6"].contains(Probe.text(of: $0)) }
      return wrong.isEmpty ? .accepted : .rejected(wrong.map(\.id), because: "no such event")
    }
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(probe, batch: batch, issues: issues)
    hub.track(1...16)
    #expect(await hub.startAndFlush().text == "13 delivered, 3 failed, 0 pending")
    #expect(probe.received.all == names((1...16).filter { ![2, 3, 6].contains($0) }))
    #expect(probe.texts.count == 4)
    #expect(hub.entry() == "16 = 13 + 0, 3 rejected")
    #expect(await issues.kinds(1, in: hub) == [.deliveriesRejected])
    #expect(issues.texts.first?.contains("probe refuses 2 deliveries: no such event.") == true)
    hub.track([2])
    await hub.flush(timeout: .seconds(1))
    #expect(await issues.kinds(2, in: hub) == [.deliveriesRejected, .deliveriesRejected])
    #expect(issues.texts.last?.contains("probe refuses 1 delivery: no such event.") == true)
  }

  @Test func `A batch that is too large is sent in halves, and a call that is too large alone is rejected`() async {
    var probe = Probe()
    // It takes two at once, and 3 never.
    probe.onBatch = { batch, _ in
      batch.count > 2 || batch.contains { Probe.text(of: $0) == "3" } ? .tooLarge : .accepted
    }
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(probe, batch: Batch(8, .zero), issues: issues)
    hub.track(1...10)
    #expect(await hub.startAndFlush().text == "9 delivered, 1 failed, 0 pending")
    #expect(probe.received.all == names((1...10).filter { $0 != 3 }))
    #expect(probe.texts.prefix(3) == [names(1...8), names(1...4), names(1...2)])
    #expect(hub.entry() == "10 = 9 + 0, 1 rejected")
    #expect(await issues.kinds(1, in: hub) == [.deliveriesRejected])
    #expect(issues.texts.first?.contains("it is too large") == true)
  }
}
