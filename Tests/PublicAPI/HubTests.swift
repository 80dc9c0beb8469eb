import Testing
import Trackable
import TrackableHub
import TestSupport

// The hub as adopters use it: with the public API alone.

private enum Happened: String, Event { case opened, closed }

/// Longer than anything here takes on a machine that is busy with something else.
private let patience = Duration.seconds(1_200)

private struct EmailChanged: AnalyticsEvent {}

private struct EmailAddress: UserProperty {
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
}

/// An event with an endpoint of its own.
private struct Crashed: TransportedEvent {
  let transportOptions = ["endpoint": "crashes"]
}

/// A destination that says everything a destination can say.
private struct FullDestination: AnalyticsDestination {
  struct Unreachable: Error {}

  let log = Log()
  let isFirstReset = Shared(true)
  let name = "Full"

  func adjust(_ policy: inout DeliveryPolicy) {
    policy.capacity = 10
    policy.batchSize = 3
    policy.batchDelay = .milliseconds(10)
    policy.retry = RetryPolicy(limit: 3, first: .milliseconds(1), longest: .milliseconds(2))
    policy.timeLimit = patience
    policy.maximumAge = .seconds(3_600)
  }

  func configure() async throws { log.write("configured") }
  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    if batch.contains(where: { $0.content == .reset }) && isFirstReset.exchange(false) { throw Unreachable() }
    if batch.count > 2 { return .tooLarge }
    let closed = batch.filter { envelope in
      guard case .event(let event) = envelope.content else { return false }
      return event.name.hasSuffix("closed")
    }
    for envelope in batch { log.write("\(envelope.content)".prefix { $0 != "(" } + " \(envelope.userID ?? "nobody")") }
    return closed.isEmpty ? .accepted : .rejected(closed.map(\.id), because: "closed")
  }
  func flush() async { log.write("flushed") }
}

/// A destination whose service has to be set up on the main actor.
private final class MainActorDestination: AnalyticsDestination {
  let wasConfigured = Shared(false)
  @MainActor func configure() async throws { wasConfigured.withLock { $0 = true } }
  func track(_ event: TrackedEvent) {}
}

@Suite(.timeLimit(.minutes(10))) struct HubTests {
  @Test func `A hub can be configured without any global`() async {
    let (full, lines, main) = (FullDestination(), Log(), MainActorDestination())
    let hub = TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { lines.write("\($0.kind)") }
      var policy = DeliveryPolicy()
      policy.capacity = 100
      return TrackerHub(
        [
          full.allowing(eventTypes: [Happened.self]).prohibiting(userProperties: [EmailAddress.self]).logged(
            .info, log: { lines.write($0) }),
          LogTracker().named("Log").destination {
            lines.write("log configured")
          } policy: {
            $0.capacity = 5
          }, main,
        ], policy: policy, name: "Hub", clock: ContinuousClock())
    }
    #expect(hub.name == "Hub")
    hub.track(Happened.opened)
    hub.start()
    await hub.flush(timeout: patience)
    #expect(main.wasConfigured.withLock { $0 })
    hub.track(Happened.closed)
    hub.update(EmailAddress(value: "john@apple.records"))
    hub.identify("john")
    hub.reset()
    hub.track(Happened.opened)
    hub.identify("paul")
    hub.pause()
    hub.resume()
    // In a system of its own: the hubs of other tests follow that of the process.
    TrackableSystem.withTracker(NoOpTracker()) { TrackableSystem.applicationWillEnterForeground() }
    let result = await hub.flush(timeout: patience)
    #expect(result.pending == 0 && result.failed <= 1 && result.delivered >= 0)
    #expect(await !hub.confirm(timeout: patience) {})
    _ = await hub.flush(timeout: patience)
    #expect(await hub.shutdown(timeout: patience).isComplete)
    #expect(full.log.lines.filter { $0.hasPrefix("event") }.count == 3)
    #expect(full.log.lines.first == "configured" && full.log.lines.last == "flushed")
    #expect(full.log.lines.contains("identify paul") && full.log.lines.contains("reset john"))
    #expect(lines.lines.contains("log configured"))
    #expect(lines.lines.contains { $0.hasPrefix("-[Full]: EVENT TRIGGERED - '") })

    let entry = hub.ledger["Full"]
    #expect(entry?.accepted == 6 && entry?.delivered == 5 && entry?.waiting == 0)
    #expect(entry?.dropped == 1)
    for entry in hub.ledger.entries {
      #expect(entry.accepted == entry.delivered + entry.stored + entry.waiting + entry.dropped)
    }
    #expect("\(hub.ledger)".contains("Full"))
    #expect(hub.ledger.entries.allSatisfy { $0.waiting == 0 })
  }

  @Test func `Events and user properties trigger themselves through a hub`() async {
    let log = LogTracker()
    let hub = TrackerHub([log])
    hub.start()
    TrackableSystem.withTracker(hub) {
      Happened.opened.trigger()
      EmailAddress(value: "x").update()
    }
    await hub.flush(timeout: patience)
    #expect(log.log.lines.count == 3)
  }

  @Test func `An error is reported with the caller's place`() async {
    struct Errors: AnalyticsDestination {
      let log = Log()
      func track(_ event: TrackedEvent) {}
      func report(_ error: any Error, at location: CodeLocation) { log.write("\(location): \(error)") }
    }
    let errors = Errors()
    let hub = TrackerHub([errors])
    hub.start()
    hub.report(CancellationError())
    let line = #line - 1
    TrackableSystem.withTracker(hub) { TrackableSystem.report(CancellationError()) }
    await hub.flush(timeout: patience)
    #expect(
      errors.log.lines == [line, line + 2].map { "PublicAPITests/HubTests.swift:\($0): CancellationError()" })
  }
}
