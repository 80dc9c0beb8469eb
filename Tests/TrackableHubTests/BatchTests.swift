import Testing
import Trackable
import TrackableHub

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

  @Test func `A destination that takes batches tells an event that comes without a hub`() {
    struct Batches: AnalyticsDestination {
      let name = "Backend"
      func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome { .accepted }
    }
    let issues = Mailbox<TrackableIssue>()
    TrackableSystem.withTracker(Batches()) {
      TrackableSystem.issueHandler = { issues.put($0) }
      MoodChanged().trigger()
    }
    #expect(issues.kinds == [.destinationWithoutHub])
    #expect(
      issues.texts.first?.contains("Backend takes batches, which only a hub makes; 'mood changed' went nowhere.")
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

  /// A tracker that keeps others where a hub may not look, and forwards to all of them.
  private struct Wrapper<Bases: Sendable>: AnalyticsEventTracker {
    let name = "Wrapper"
    let bases: Bases
    let all: @Sendable (Bases) -> [any AnalyticsEventTracker]
    func track(_ event: TrackedEvent) { for base in all(bases) { base.track(event) } }
    func update(_ property: TrackedUserProperty) { for base in all(bases) { base.update(property) } }
    func identify(_ user: TrackedUser) { for base in all(bases) { base.identify(user) } }
    func reset() { for base in all(bases) { base.reset() } }
    func report(_ error: any Error, at location: CodeLocation) {
      for base in all(bases) { base.report(error, at: location) }
    }
    func purge() { for base in all(bases) { base.purge() } }
  }

  private static func wrapper(_ base: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
    Wrapper(bases: base) { [$0] }
  }

  /// An object that is no tracker.
  private final class Box: Sendable {
    let base: any AnalyticsEventTracker
    init(_ base: any AnalyticsEventTracker) { self.base = base }
  }

  /// Its `track` works without a hub.
  private struct Configured: AnalyticsDestination {
    let name = "Other"
    func configure() async throws {}
    func track(_ event: TrackedEvent) {}
  }

  /// What it keeps changes under its own lock, and an object that it refers to is gone.
  private final class Reserved: AnalyticsEventTracker {
    private final class Owner: Sendable {}
    private unowned let owner: Owner
    let isRead = Mailbox<Bool>()
    private let secret: Secret

    private struct Secret: CustomReflectable, Sendable {
      let isRead: Mailbox<Bool>
      var customMirror: Mirror {
        isRead.put(true)
        return Mirror(self, children: [])
      }
    }

    init() {
      let owner = Owner()
      self.owner = owner
      secret = Secret(isRead: isRead)
    }

    func track(_ event: TrackedEvent) {}
  }

  @Test func `A hub looks into no tracker of an adopter`() async {
    let reserved = Reserved()
    // A mirror of it would trap, or read what the tracker guards with a lock.
    let hub = hub(reserved, Self.wrapper(reserved))
    hub.track([1])
    hub.start()
    await hub.flush(timeout: .seconds(60))
    #expect(hub.ledger.entries.map(\.delivered) == [1, 1])
    #expect(reserved.isRead.all.isEmpty)
  }

  private enum Choice { case tracker(any AnalyticsEventTracker) }

  private static let hiding: [any AnalyticsEventTracker] = [
    wrapper(Batches()), wrapper(Batches().renaming(.snakeCase)), wrapper(wrapper(Batches())),
    wrapper(Batches().filter { _ in true }), wrapper(NoOpTracker().combined(with: Batches())),
    wrapper(Batches().requiringConsent(.analytics, from: Consent([.analytics: .granted]))),
    wrapper(ClosureTracker { _ in }.named("Other").destination(configure: {})),
    Wrapper<[any AnalyticsEventTracker]>(bases: [NoOpTracker(), Batches()]) { $0 },
    Wrapper<[String: any AnalyticsEventTracker]>(bases: ["a": Batches()]) { Array($0.values) },
    Wrapper<(any AnalyticsEventTracker)?>(bases: Batches()) { $0.map { [$0] } ?? [] },
    Wrapper<[Choice]>(bases: [.tracker(wrapper(Batches().logged()))]) {
      $0.map { if case .tracker(let base) = $0 { base } else { NoOpTracker() } }
    },
    Wrapper(bases: Box(Batches())) { [$0.base] },
    Wrapper(bases: Lock<any AnalyticsEventTracker>(Batches())) { [$0.withLock { $0 }] },
  ]

  @Test(arguments: hiding.indices)
  func `What goes into a tracker that hides a destination is refused, whatever it is`(_ index: Int) async {
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(Self.hiding[index], issues: issues)
    hub.track([1])
    hub.identify("john")
    hub.update(TrackedUserProperty(Mood(value: "good")))
    hub.report(Probe.Refusal(), at: CodeLocation())
    hub.reset()
    hub.purge()
    hub.start()
    hub.track([2])
    hub.identify("paul")
    hub.update(TrackedUserProperty(Mood(value: "bad")))
    hub.report(Probe.Refusal(), at: CodeLocation())
    hub.reset()
    await hub.flush(timeout: .seconds(60))
    let entry = hub.ledger.entries[0]
    #expect(entry.delivered == 0 && entry[.rejected] + entry[.purged] == entry.accepted, "\(hub.ledger)")
    #expect(await issues.kinds(1, in: hub) == [.deliveriesRejected])
    #expect(issues.texts.first?.contains("Other") == true, "\(issues.texts)")
    #expect(issues.texts.first?.contains("conform it to ForwardingTracker") == true)
  }

  @Test func `A tracker around a hub, or around trackers that need none, hides nothing`() async {
    final class Node: AnalyticsEventTracker {
      let others = Array(repeating: 1, count: 100_000)
      func track(_ event: TrackedEvent) {}
    }
    let (inner, probe) = (hub(Probe()), Probe())
    let hub = hub(Self.wrapper(hub(Configured())), Wrapper(bases: Node()) { [$0] }, probe)
    hub.track([1])
    hub.identify("john")
    hub.start()
    await hub.flush(timeout: .seconds(60))
    #expect(hub.ledger.entries.map(\.delivered) == [2, 2, 2])
    await inner.shutdown()
  }

  @Test func `A destination that performs its batch on one that takes batches is refused`() async {
    struct Outer: AnalyticsDestination {
      let name = "Outer"
      func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
        batch.perform(on: Batches())
        return .accepted
      }
    }
    let hub = hub(Outer())
    hub.track(1...2)
    hub.start()
    await hub.flush(timeout: .seconds(60))
    #expect(hub.entry("Outer") == "2 = 0 + 0, 2 rejected")
  }
}
