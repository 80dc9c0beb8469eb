import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// How many are delivered at once, and how long they wait for that.
@Suite(.timeLimit(.minutes(10))) struct BatchTests {
  @Test(arguments: [0, -7, 1]) func `A batch of a size that makes no sense has one event`(size: Int) async {
    let probe = Probe()
    let hub = hub(probe, batch: Batch(size, .zero))
    hub.start()
    hub.track(1...3)
    await probe.received.elements(3)
    #expect(probe.texts == [["1"], ["2"], ["3"]])
  }

  @Test func `Fewer calls than a batch has room for wait as long as the policy says, and no longer`() async {
    let (probe, clock) = (Probe(), ManualClock())
    let hub = hub(probe, batch: Batch(10, .seconds(1)), clock: clock)
    hub.start()
    #expect(await hub.started)
    hub.track(1...2)
    await clock.advance(.seconds(1))
    await probe.received.elements(2)
    #expect(probe.texts == [["1", "2"]])
  }

  @Test func `A destination that takes batches tells an event that comes without a hub`() {
    let issues = Mailbox<TrackableIssue>()
    TrackableSystem.withTracker(Batches()) {
      TrackableSystem.issueHandler = { issues.put($0) }
      MoodChanged().trigger()
    }
    #expect(issues.kinds == [.destinationWithoutHub])
    #expect(
      issues.texts.first?.contains("Other takes batches, which only a hub makes; 'mood changed' went nowhere.")
        == true)
  }

  @Test func `A destination with no method for events refuses them, with one issue, and gets the rest`() async {
    struct Empty: AnalyticsDestination {
      let name = "Empty"
      let users = Mailbox<String>()
      func identify(_ user: TrackedUser) { users.put(user.id) }
    }
    let (empty, issues) = (Empty(), Mailbox<TrackableIssue>())
    let hub = hub(empty, batch: Batch(3, .zero), issues: issues)
    hub.identify("first")
    hub.track(1...2)
    hub.identify("second")
    hub.track(3...7)
    hub.start()
    await hub.flush(timeout: .seconds(60))
    #expect(empty.users.all == ["first", "second"])
    #expect(hub.entry("Empty") == "9 = 2 + 0, 7 rejected")
    #expect(await issues.kinds(1, in: hub) == [.deliveriesRejected])
    let reason = "it implements neither track(_:) nor deliver(_:); implement one of them."
    #expect(issues.texts.first?.contains("Empty refuses 2 deliveries: \(reason)") == true)
  }

  private struct Batches: AnalyticsDestination {
    let name = "Other"
    func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome { .accepted }
  }

  /// A tracker that keeps another one where a hub may not look.
  private struct Wrapper: AnalyticsEventTracker {
    let name = "Wrapper"
    let base: any AnalyticsEventTracker
    func track(_ event: TrackedEvent) { base.track(event) }
    func update(_ property: TrackedUserProperty) { base.update(property) }
    func identify(_ user: TrackedUser) { base.identify(user) }
    func reset() { base.reset() }
    func report(_ error: any Error, at location: CodeLocation) { base.report(error, at: location) }
    func purge() { base.purge() }
  }

  /// A mirror of it says that it was made.
  private struct Reserved: AnalyticsEventTracker, CustomReflectable {
    let isRead = Mailbox<Bool>()
    var customMirror: Mirror {
      isRead.put(true)
      return Mirror(self, children: [])
    }
    func track(_ event: TrackedEvent) {}
  }

  @Test func `A hub looks into no tracker of an adopter, and one around trackers that need no hub hides nothing`() async
  {
    let reserved = Reserved()
    let hub = hub(reserved, Wrapper(base: reserved), Wrapper(base: hub(Probe().destination {})))
    hub.track([1])
    hub.identify("john")
    hub.start()
    await hub.flush(timeout: .seconds(60))
    #expect(hub.ledger.entries.map(\.delivered) == [2, 2, 2])
    #expect(reserved.isRead.all.isEmpty)
  }

  private static let hiding: [any AnalyticsEventTracker] = [
    Batches(), Batches().renaming(.snakeCase), Wrapper(base: Batches()), Batches().filter { _ in true },
    NoOpTracker().combined(with: Batches()),
    Batches().requiringConsent(.analytics, from: Consent([.analytics: .granted])),
    ClosureTracker { _ in }.named("Other").destination(configure: {}),
  ].map(Wrapper.init)

  @Test(arguments: hiding.indices)
  func `What goes into a tracker that hides a destination is refused, whatever it is`(_ index: Int) async {
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(Self.hiding[index], issues: issues)
    for isStarted in [false, true] {
      if isStarted { hub.start() }
      hub.track([1])
      hub.identify("john")
      hub.update(TrackedUserProperty(Mood(value: "good")))
      hub.report(Probe.Refusal(), at: CodeLocation())
      hub.reset()
      if !isStarted { hub.purge() }
    }
    await hub.flush(timeout: .seconds(60))
    let entry = hub.ledger.entries[0]
    #expect(entry.delivered == 0 && entry[.rejected] + entry[.purged] == entry.accepted, "\(hub.ledger)")
    #expect(await issues.kinds(1, in: hub) == [.deliveriesRejected])
    #expect(issues.texts.first?.contains("Other") == true, "\(issues.texts)")
    #expect(issues.texts.first?.contains("conform it to ForwardingTracker") == true)
  }
}
