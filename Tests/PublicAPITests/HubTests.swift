import Synchronization
import Testing
import Trackable
import TrackableHub

// The hub as adopters use it: with what is public, and nothing else.

private enum Happened: String, Event { case opened, closed }

private struct EmailChanged: AnalyticsEvent {}

private struct EmailAddress: UserProperty {
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
}

/// An adapter that says everything an adapter can say.
private struct FullAdapter: AnalyticsAdapter {
  struct Unreachable: Error {}

  let log = Log()
  let name = "Full"
  let eventTrackingRule: EventTrackingRule? = EventTrackingRule(.allow, types: [Happened.self])
  let propertyTrackingRule: PropertyTrackingRule? = PropertyTrackingRule(.prohibit, types: [EmailAddress.self])
  let capacity: Int? = 10
  let overflow: OverflowPolicy? = .dropNewest

  func configure() async throws { log.write("configured") }
  func track(_ event: TrackedEvent) { log.write(event.name) }
  func reset() { log.write("reset") }
  func deliver(_ delivery: Delivery) async throws {
    guard case .track(let event) = delivery else { return delivery.perform(on: self) }
    if event.name.hasSuffix("closed") { throw Unreachable() }
    track(event)
  }
}

/// An adapter whose service has to be set up on the main actor.
private final class MainActorAdapter: AnalyticsAdapter {
  let wasConfigured = Mutex(false)
  @MainActor func configure() async throws { wasConfigured.withLock { $0 = true } }
  func track(_ event: TrackedEvent) {}
}

@Suite(.timeLimit(.minutes(1))) struct HubTests {
  @Test func `A hub can be configured without any global`() async {
    let adapter = FullAdapter()
    let lines = Log()
    let hub = TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { lines.write("\($0.kind)") }
      return TrackerHub(
        [adapter, LogTracker().adapter(name: "Log", capacity: 5), MainActorAdapter()], capacity: 100,
        overflow: .dropOldest, retry: .backOff(limit: 2, first: .seconds(1)), logging: .info,
        log: .custom { lines.write($0) }, name: "Hub", clock: ContinuousClock())
    }
    hub.track(Happened.opened)
    hub.start()
    #expect(await hub.started)
    hub.track(Happened.closed)
    hub.update(EmailAddress(value: "john@apple.records"))
    hub.identify("john")
    hub.reset()
    #expect(await hub.enqueue(Happened.opened))
    #expect(await hub.enqueue(Delivery.identify("paul")))
    #expect(await hub.flush(timeout: .seconds(10)))
    await hub.applicationWillBackground(deadline: .seconds(1))
    #expect(await hub.shutdown(timeout: .seconds(10)) == 0)
    #expect(adapter.log.lines.filter { $0.hasSuffix("opened") }.count == 2)
    #expect(lines.lines.contains("deliveryFailed"))
    #expect(lines.lines.contains { $0.hasPrefix("-[Full]: EVENT TRIGGERED - '") })

    let entry = hub.ledger["Full"]
    #expect(entry?.accepted == 8 && entry?.delivered == 5 && entry?.pending == 0)
    #expect(entry?.dropped == TrackerLedger.Dropped(prohibited: 2, failed: 1))
    for entry in hub.ledger.entries { #expect(entry.accepted == entry.delivered + entry.dropped.total + entry.pending) }
    #expect("\(hub.ledger)".contains("Full"))
  }

  @Test func `Events and user properties trigger themselves through a hub`() async {
    let log = LogTracker()
    let hub = TrackerHub([log])
    hub.start()
    TrackableSystem.withTracker(hub) {
      Happened.opened.trigger()
      EmailAddress(value: "x").update()
    }
    await hub.flush()
    #expect(log.log.lines.count == 3)
  }

  @Test func `An error is reported with the caller's place`() async {
    struct Errors: AnalyticsAdapter {
      let log = Log()
      func track(_ event: TrackedEvent) {}
      func report(_ error: any Error, at location: Trackable.SourceLocation) { log.write("\(location): \(error)") }
    }
    let errors = Errors()
    let hub = TrackerHub([errors])
    hub.start()
    hub.report(CancellationError())
    let line = #line - 1
    TrackableSystem.withTracker(hub) { TrackableSystem.tracker.report(CancellationError()) }
    await hub.flush(timeout: .seconds(60))
    #expect(
      errors.log.lines == [line, line + 2].map { "PublicAPITests/HubTests.swift:\($0): CancellationError()" })
  }

  @Test func `A hub lives in a task group`() async {
    let log = LogTracker()
    let hub = TrackerHub([log])
    hub.track(Happened.opened)
    await withTaskGroup { group in
      group.addTask { await hub.run() }
      group.cancelAll()
    }
    #expect(log.log.lines.count == 1)
    #expect(hub.ledger.pending == 0)
  }
}
