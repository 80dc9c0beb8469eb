import Testing
import Trackable
import TrackableHub

// The hub as adopters use it: with the public API alone.

private enum Happened: String, Event { case opened }

/// Longer than anything here takes on a machine that is busy with something else.
private let patience = Duration.seconds(1_200)

/// An event with an endpoint of its own.
private struct Crashed: TransportedEvent {
  let transportOptions = ["endpoint": "crashes"]
}

/// A destination that says everything a destination can say.
private struct FullDestination: AnalyticsDestination {
  let log = Log()
  let name = "Full"

  func adjust(_ policy: inout DeliveryPolicy) {
    policy.batchSize = 3
    policy.batchDelay = .milliseconds(10)
    policy.timeLimit = patience
  }

  func configure() async throws { log.write("configured") }
  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    if batch.count > 2 { return .tooLarge }
    for envelope in batch { log.write("\(envelope.content)".prefix { $0 != "(" } + " \(envelope.userID ?? "nobody")") }
    let resets = batch.filter { $0.content == .reset }.map(\.id)
    return resets.isEmpty ? .accepted : .rejected(resets, because: "it is a reset")
  }
  func flush() async { log.write("flushed") }
}

/// A destination whose service has to be set up on the main actor.
private final class MainActorDestination: AnalyticsDestination {
  let log = Log()
  @MainActor func configure() async throws { log.write("configured") }
  func track(_ event: TrackedEvent) {}
  func report(_ error: any Error, at location: CodeLocation) { log.write("\(location): \(error)") }
}

@Suite(.timeLimit(.minutes(10))) struct HubTests {
  @Test func `A hub can be configured without any global`() async {
    let (full, lines, main) = (FullDestination(), Log(), MainActorDestination())
    let hub = TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { lines.write("\($0.kind)") }
      return TrackerHub(
        [
          full.allowing(eventTypes: [Happened.self]).prohibiting(userProperties: [Email.self])
            .logged(.info, log: { lines.write($0) }),
          main,
        ], policy: DeliveryPolicy(capacity: 100), name: "Hub", clock: ContinuousClock())
    }
    hub.start()
    hub.track(Happened.opened)
    hub.update(Email(value: "john@apple.records"))
    hub.identify("john")
    hub.reset()
    hub.report(CancellationError())
    let line = #line - 1
    let result = await hub.flush(timeout: patience)
    #expect(result.pending == 0 && result.failed <= 1 && result.delivered >= 0)
    #expect(await !hub.confirm(timeout: patience) {})
    #expect(await hub.shutdown(timeout: patience).isComplete)
    #expect(full.log.lines.first == "configured" && full.log.lines.last == "flushed")
    #expect(Set(full.log.lines).isSuperset(of: ["event nobody", "identify john", "reset john"]))
    #expect(main.log.lines == ["configured", "PublicAPITests/HubTests.swift:\(line): CancellationError()"])
    #expect(lines.lines.contains { $0.hasPrefix("-[Full]: EVENT TRIGGERED - '") })
    for entry in hub.ledger.entries {
      #expect(entry.accepted == entry.delivered + entry.stored + entry.waiting + entry.dropped && entry.waiting == 0)
    }
    #expect(hub.name == "Hub" && hub.ledger["Full"]?.dropped == 1)
  }
}
