import Dispatch
import Testing

@testable import Trackable
import TrackableTesting
@testable import TrackableHub

/// Faults of a destination, which affect no other destination and no caller. A manual clock tells the time.
@Suite(.timeLimit(.minutes(1))) struct HubFaultTests {
  private func names(_ numbers: some Sequence<Int>) -> [String] { numbers.map(String.init) }

  @Test func `What is tracked before the start arrives in order`() async {
    let probe = Probe()
    let hub = hub(probe)
    hub.track([1])
    hub.update(Mood(value: "good"))
    hub.identify("john")
    hub.track([2])
    hub.report(Probe.Refusal(), at: SourceLocation())
    hub.reset()
    hub.track([3])
    #expect(probe.asked.all == [])
    #expect(hub.entry() == "8 = 0 + 8")
    hub.start()
    #expect(await hub.flush(timeout: .seconds(1)))
    #expect(
      probe.received.all == [
        "1", "TrackableHubTests.Mood=good", "TrackableHubTests.MoodChanged", "identify john", "2", "report refused",
        "reset",
        "3",
      ])
    #expect(hub.entry() == "8 = 8 + 0")
  }

  @Test func `A destination that is stuck for ever delays nobody else`() async {
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
    #expect(issues.kinds == [.queueOverflow])

    async let isFlushed = hub.flush(timeout: .seconds(5))
    await clock.sleeps(1)
    clock.advance(by: .seconds(5))
    #expect(await !isFlushed)

    // What has arrived is counted a moment later.
    while hub.ledger["sound"]?.pending != 0 { await Task.yield() }
    async let lost = hub.shutdown(timeout: .seconds(3))
    await clock.sleeps(2)
    clock.advance(by: .seconds(3))
    #expect(await lost == 11)
    #expect(hub.entry("stuck") == "101 = 0 + 0, 90 overflow, 11 after shutdown")
    #expect(hub.entry("sound") == "101 = 101 + 0")
    gate.open()
  }

  @Test func `Destinations that block their thread delay nobody else`() async {
    // More of them than the machine has threads for tasks.
    let semaphores = (0..<20).map { _ in DispatchSemaphore(value: 0) }
    let blocked = Mailbox<Int>()
    let stuck = semaphores.map { semaphore in
      ClosureTracker { _ in
        blocked.put(1)
        semaphore.wait()
      }
    }
    let sound = Probe("sound")
    let hub = hub(CombinedTracker(stuck), sound)
    hub.start()
    hub.track(0..<50)
    await blocked.elements(stuck.count)
    await sound.received.elements(50)
    // What has arrived is counted a moment later.
    while hub.ledger["sound"]?.pending != 0 { await Task.yield() }
    #expect(hub.ledger.pending == 20 * 50)
    for semaphore in semaphores { for _ in 0..<50 { semaphore.signal() } }
    #expect(await hub.shutdown() == 0)
  }

  @Test func `What a destination throws is counted, and reported once until it delivers`() async {
    var probe = Probe()
    probe.onDeliver = { if ["1", "2", "4"].contains($0) { throw Probe.Refusal() } }
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(probe, issues: issues)
    hub.start()
    hub.track(0...5)
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["0", "3", "5"])
    #expect(hub.entry() == "6 = 3 + 0, 3 failed")
    #expect(issues.kinds == [.deliveryFailed, .deliveryFailed])
    #expect(issues.texts.first?.contains("probe threw, and did not get a delivery: refused.") == true)
  }

  @Test func `A destination that fails to configure is tried again after growing pauses`() async {
    var probe = Probe()
    probe.onConfigure = { if $0 < 4 { throw Probe.Refusal() } }
    let (clock, issues, other) = (ManualClock(), Mailbox<TrackableIssue>(), Probe("other"))
    let hub = hub(
      probe, other, retry: .backOff(limit: 5, first: .seconds(2), longest: .seconds(5)), clock: clock, issues: issues)
    hub.track([1])
    hub.start()
    for (index, pause) in [2, 4, 5].enumerated() {
      #expect(await clock.sleeps(index + 1)[index] == .seconds(pause))
      #expect(probe.configurations.all.count == index + 1)
      hub.track([index + 2])
      clock.advance(by: .seconds(pause))
    }
    #expect(await hub.started)
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == names(1...4))
    #expect(other.received.all == names(1...4))
    #expect(issues.kinds == [.configurationFailed])
  }

  @Test func `A destination that cannot be configured is given up on, and what it misses is counted`() async {
    var probe = Probe()
    probe.onConfigure = { _ in throw Probe.Refusal() }
    let (issues, other) = (Mailbox<TrackableIssue>(), Probe("other"))
    let hub = hub(probe, other, retry: .never, issues: issues)
    hub.track([1, 2])
    hub.start()
    #expect(await !hub.started)
    hub.track([3])
    // What the destination did not get is lost, and nothing is left to wait for.
    #expect(await hub.flush(timeout: .seconds(1)))
    #expect(hub.entry() == "3 = 0 + 0, 3 failed")
    #expect(other.received.all == names(1...3))
    #expect(issues.kinds == [.destinationGivenUp])
    #expect(issues.texts.map { $0.contains("configured in 1 attempt, and gets nothing: refused.") } == [true])
    #expect(await hub.shutdown() == 0)
  }

  @Test func `The default handler writes of each destination, and again when it is given up on`() async {
    let (lines, clock) = (Mailbox<String>(), ManualClock())
    let log = IssueLog { lines.put($0) }
    let probes = ["a", "b"].map { name in
      var probe = Probe(name)
      probe.onConfigure = { _ in throw Probe.Refusal() }
      return probe
    }
    let hub = TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { log.report($0) }
      return TrackerHub(probes, retry: .backOff(limit: 1), clock: clock)
    }
    hub.start()
    await clock.sleeps(2)
    clock.advance(by: .seconds(1))
    let told = await lines.elements(4)
    for text in [
      "a could not be configured, and is tried again", "b could not be configured, and is tried again",
      "a could not be configured in 2 attempts", "b could not be configured in 2 attempts",
    ] {
      #expect(told.count { $0.contains(text) } == 1)
    }
  }

  @Test func `Starting twice starts once`() async {
    let probe = Probe()
    let hub = hub(probe)
    hub.track([1])
    hub.start()
    hub.start()
    #expect(await hub.started)
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(probe.configurations.all == [1])
    #expect(probe.received.all == ["1"])
  }

  @Test func `A shutdown during the start delivers when the destination is configured`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onConfigure = { _ in await gate.pass() }
    let (clock, issues) = (ManualClock(), Mailbox<TrackableIssue>())
    let hub = hub(probe, clock: clock, issues: issues)
    hub.track([1, 2])
    hub.start()
    await probe.configurations.elements(1)
    async let lost = hub.shutdown(timeout: .seconds(3))
    await clock.sleeps(1)
    hub.track([3])
    gate.open()
    #expect(await lost == 0)
    #expect(probe.received.all == ["1", "2"])
    #expect(hub.entry() == "3 = 2 + 0, 1 after shutdown")
    #expect(issues.kinds == [.deliveredLate])
    #expect(await hub.shutdown() == 0)
  }

  @Test func `A shutdown during the pause before a retry ends at the deadline`() async {
    var probe = Probe()
    probe.onConfigure = { _ in throw Probe.Refusal() }
    let clock = ManualClock()
    let hub = hub(probe, retry: .backOff(limit: nil, first: .seconds(60)), clock: clock)
    hub.track([1, 2])
    hub.start()
    await clock.sleeps(1)
    async let lost = hub.shutdown(timeout: .seconds(3))
    await clock.sleeps(2)
    clock.advance(by: .seconds(3))
    #expect(await lost == 2)
    #expect(probe.configurations.all == [1])
    #expect(await !hub.started)
  }

  @Test func `A shutdown counts as lost what a destination given up on meanwhile did not get`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onConfigure = { _ in
      await gate.pass()
      throw Probe.Refusal()
    }
    let clock = ManualClock()
    let hub = hub(probe, retry: .never, clock: clock)
    hub.track([1, 2])
    hub.start()
    await probe.configurations.elements(1)
    async let lost = hub.shutdown(timeout: .seconds(3))
    await clock.sleeps(1)
    gate.open()
    #expect(await lost == 2)
    #expect(hub.entry() == "2 = 0 + 0, 2 failed")
    #expect(await hub.shutdown() == 2)
  }

  @Test func `A shutdown counts as lost what a destination throws for meanwhile`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = {
      if $0 == "2" { await gate.pass() }
      if $0 != "4" { throw Probe.Refusal() }
    }
    let clock = ManualClock()
    let hub = hub(probe, clock: clock)
    hub.track(1...4)
    hub.start()
    await probe.asked.elements(2)
    async let lost = hub.shutdown(timeout: .seconds(3))
    await clock.sleeps(1)
    gate.open()
    // It threw for 1 before.
    #expect(await lost == 2)
    #expect(hub.entry() == "4 = 1 + 0, 3 failed")
  }

  @Test func `A hub that was never started loses everything at its shutdown, and says so`() async {
    let probe = Probe()
    let hub = hub(probe)
    hub.track([1, 2])
    #expect(await hub.shutdown() == 2)
    hub.start()
    hub.track([3])
    #expect(hub.entry() == "3 = 0 + 0, 3 after shutdown")
    #expect(await hub.shutdown() == 2)
    #expect(probe.configurations.all == [])
  }

  @Test func `What comes after the shutdown is reported at once, and once`() async {
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(Probe(), Probe("other"), issues: issues)
    await hub.shutdown()
    hub.track([1])
    #expect(issues.kinds == [.deliveredLate])
    hub.track([2])
    hub.reset()
    #expect(issues.kinds == [.deliveredLate])
  }

  @Test func `A flush waits for what came before it, and not for what came after`() async {
    var probe = Probe()
    let (gate, flushes) = (Gate(), Mailbox<[String]>())
    probe.onDeliver = { if $0 == "2" { await gate.pass() } }
    let received = probe.received
    probe.onFlush = { flushes.put(received.all) }
    let clock = ManualClock()
    let hub = hub(probe, capacity: 3, clock: clock)
    hub.start()
    hub.track([1])
    await probe.received.elements(1)
    hub.track([2])
    await probe.asked.elements(2)
    // Full, and more.
    hub.track(3...7)
    async let isFlushed = hub.flush(timeout: .seconds(5))
    await clock.sleeps(1)
    hub.track([8])
    gate.open()
    #expect(await isFlushed)
    // The flush came for 2, 6 and 7; 8 pushed out 5 and was not waited for.
    #expect(flushes.all == [["1", "2", "6", "7"]])
    await hub.flush(timeout: .seconds(5))
    #expect(probe.received.all == names([1, 2, 6, 7, 8]))
    #expect(hub.entry() == "8 = 5 + 0, 3 overflow")
  }

  @Test func `A cancelled task no longer waits for its flush`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = { _ in await gate.pass() }
    let clock = ManualClock()
    let hub = hub(probe, clock: clock)
    hub.start()
    hub.track([1])
    let flush = Task { await hub.flush(timeout: .seconds(5)) }
    await clock.sleeps(1)
    flush.cancel()
    #expect(await !flush.value)
    let early = Task {
      await gate.pass()
      return await hub.flush(timeout: .seconds(5))
    }
    early.cancel()
    gate.open()
    _ = await early.value
    #expect(await hub.shutdown() == 0)
  }

  @Test func `Events do not push out user changes`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = { if $0 == "0" { await gate.pass() } }
    let hub = hub(probe, capacity: 2)
    hub.start()
    hub.track([0])
    await probe.asked.elements(1)
    hub.identify("john")
    hub.track([1, 2])
    hub.reset()
    hub.track([3, 4, 5])
    gate.open()
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["0", "identify john", "reset", "4", "5"])
    #expect(hub.entry() == "8 = 5 + 0, 3 overflow")
  }

  @Test(arguments: OverflowPolicy.allCases)
  func `Where there is no room for user changes, the latest one stays`(_ overflow: OverflowPolicy) async {
    let probe = Probe()
    let hub = hub(probe, capacity: 1, overflow: overflow)
    hub.identify("john")
    hub.track([1])
    hub.reset()
    #expect(await hub.enqueue(.identify("paul")))
    hub.start()
    #expect(await hub.flush(timeout: .seconds(1)))
    #expect(probe.received.all == ["1", "identify paul"])
    #expect(hub.entry() == "4 = 2 + 0, 2 overflow")
  }

  @Test func `An overflow is reported again after the destination has caught up`() async {
    var probe = Probe()
    let (gate, issues) = (Gate(), Mailbox<TrackableIssue>())
    probe.onDeliver = { if $0 == "4" { await gate.pass() } }
    let hub = hub(probe, capacity: 1, issues: issues)
    hub.track(1...3)
    #expect(hub.entry() == "3 = 0 + 1, 2 overflow")
    #expect(issues.kinds == [.queueOverflow])
    hub.start()
    #expect(await hub.flush(timeout: .seconds(1)))
    hub.track([4])
    await probe.asked.elements(2)
    hub.track(5...7)
    #expect(hub.entry() == "7 = 1 + 2, 4 overflow")
    #expect(issues.kinds == [.queueOverflow, .queueOverflow])
    gate.open()
  }

  @Test func `A destination may track into its hub`() async {
    var probe = Probe()
    let handle = Lock<TrackerHub?>(nil)
    probe.onDeliver = { text in
      if let number = Int(text), number < 5 { handle.withLock { $0 }?.track([number + 1]) }
    }
    let hub = hub(probe)
    handle.withLock { $0 = hub }
    hub.start()
    hub.track([1])
    await probe.received.elements(5)
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == names(1...5))
    handle.withLock { $0 = nil }
  }

  @Test func `A shutdown that stops waiting cancels the destination's task`() async {
    var probe = Probe()
    let (gate, cancelled) = (Gate(), Mailbox<Bool>())
    probe.onDeliver = { _ in
      await withTaskCancellationHandler {
        await gate.pass()
      } onCancel: {
        cancelled.put(true)
        gate.open()
      }
    }
    let hub = hub(probe)
    hub.start()
    hub.track([1, 2])
    await probe.asked.elements(1)
    #expect(await hub.shutdown(timeout: .zero) == 2)
    await cancelled.elements(1)
    #expect(hub.entry() == "2 = 0 + 0, 2 after shutdown")
  }
}

@Suite struct HubIssueTests {
  @Test func `Kinds are named as in the code`() {
    let kinds: [TrackableIssue.Kind] = [
      .configurationFailed, .destinationGivenUp, .deliveryFailed, .queueOverflow, .deliveredLate, .capacityTooSmall,
      .adapterNotConfigured,
    ]
    #expect(
      kinds.map(\.description) == [
        "configurationFailed", "destinationGivenUp", "deliveryFailed", "queueOverflow", "deliveredLate",
        "capacityTooSmall", "adapterNotConfigured",
      ])
    #expect(Set(kinds).count == kinds.count)
  }

  @Test func `An issue of a destination names it as its subject`() async {
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(Probe("a"), Probe("b"), capacity: 1, issues: issues)
    hub.track([1, 2])
    #expect(Set(hub.ledger.entries.map(\.dropped.overflow)) == [1])
    #expect(issues.all.map(\.subject) == ["a", "b"])
  }
}

struct Mood: UserProperty {
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [MoodChanged()] }
}

struct MoodChanged: AnalyticsEvent {}
