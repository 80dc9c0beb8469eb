import Trackable

/// Background delivery: a tracker that takes everything at once, and delivers it to each of its destinations in order,
/// at that destination's own pace.
///
/// ```swift
/// let hub = TrackerHub([MixpanelAdapter(token: "abcd"), IntercomAdapter()])
/// TrackableSystem.bootstrap(hub)
/// hub.start()                            // returns at once; configures every destination in the background
/// hub.track(Events.App.started)
/// await hub.shutdown()                   // when the app ends
/// print(hub.ledger)                      // what became of every single event
/// ```
///
/// - **Order.** Events, user properties, users, resets and errors arrive at every destination in the order in which
///   they were handed over, including those from before ``start()``. What is pending for one user goes out before a
///   reset.
/// - **Independence.** A destination that is slow, hangs, throws or cannot be configured delays neither the other
///   destinations nor the caller.
/// - **Bounds.** Each destination has a capacity; its ``OverflowPolicy`` says what happens when that is exceeded.
/// - **Accounting.** Nothing is dropped uncounted: see ``ledger``.
///
/// If the last reference to a hub goes away, the hub shuts down by itself within the default timeout, and reports what
/// is lost as an issue. A destination that holds a reference to its hub keeps it alive.
///
/// Isolation: everything may be called from any thread. Cost of a call: one allocation, one lock, and a place in each
/// destination's queue. The lock is never held while code of a destination runs. <doc:BackgroundDelivery> has the
/// details.
public final class TrackerHub: AnalyticsEventTracker {
  /// How long ``flush()`` and ``shutdown(timeout:)`` wait by default: 5 seconds.
  public static let defaultTimeout = Duration.seconds(5)
  /// How many deliveries may wait for a destination by default: 1,000.
  public static let defaultCapacity = 1_000

  /// The hub's name in logs.
  public let name: String
  let core: HubCore
  /// The entrances of destinations with a gate, and whether there are others.
  private let entrances: [any AnalyticsEventTracker]
  private let hasOpenDestinations: Bool

  /// A hub for the given destinations: adapters, or any other trackers.
  ///
  /// ```swift
  /// let hub = TrackerHub([mixpanel, intercom, ConsoleTracker()], capacity: 500, overflow: .dropNewest)
  /// ```
  ///
  /// Until ``start()``, deliveries wait. Each member of a combination becomes a destination of its own. Issues go to
  /// the current system's handler: inside `TrackableSystem.withTracker`, to that of the scope.
  ///
  /// - Parameters:
  ///   - destinations: Where deliveries go. Destinations with the same name are still counted separately.
  ///   - capacity: How many deliveries may wait for a destination that does not set this itself. At least 1; less is
  ///     reported as an issue.
  ///   - overflow: What happens when there are more, for destinations that do not set this themselves.
  ///   - retry: How often a destination is configured again after a failure.
  ///   - logging: How much to log about each delivery when it goes out.
  ///   - log: Where to log it.
  ///   - name: The hub's name in logs.
  ///   - clock: The clock for timeouts and pauses; tests can pass their own.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public init(
    _ destinations: [any AnalyticsEventTracker],
    capacity: Int = defaultCapacity,
    overflow: OverflowPolicy = .dropOldest,
    retry: RetryPolicy = .backOff(),
    logging: ConsoleTracker.Level = .none,
    log: HubLog = .print,
    name: String = "TrackerHub",
    clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.name = name
    let reporter = IssueReporter.current
    let location = SourceLocation(fileID: fileID, line: line)
    let report = { @Sendable (problem: HubProblem) in
      reporter.report(TrackableIssue(problem, in: name, at: location))
    }
    // Each part of a combination becomes a destination of its own, so that none of them waits for another.
    let trackers = destinations.flatMap { ($0 as? any DivisibleTracker)?.parts ?? [$0] }
    let gated = trackers.flatMap { tracker in
      let destinations = tracker.gatedDestinations
      if destinations.allSatisfy(\.gates.isEmpty), tracker.hidesAdapter {
        report(.hiddenAdapter(destination: tracker.name))
      }
      return destinations
    }
    let adapters = gated.map(\.adapter)
    for adapter in adapters where adapter.capacity ?? capacity < 1 {
      report(.capacity(destination: adapter.name, capacity: adapter.capacity ?? capacity))
    }
    core = HubCore(
      destinations: adapters.map { adapter in
        let name = adapter.name
        return HubCore.Destination(
          name: name, adapter: adapter,
          log: logging == .none ? nil : ConsoleTracker(level: logging, name: name, log: log.write),
          executor: DestinationExecutor(name: name))
      },
      queue: HubQueue(
        destinations: adapters.enumerated().map { index, adapter in
          DestinationQueue(
            index: index, capacity: adapter.capacity ?? capacity, overflow: adapter.overflow ?? overflow,
            rules: HubRules(events: adapter.eventTrackingRule, properties: adapter.propertyTrackingRule),
            retry: retry, isGated: !gated[index].gates.isEmpty)
        }),
      clock: clock, report: report)
    let core = core
    entrances = gated.indices.compactMap { gated[$0].gates.isEmpty ? nil : gated[$0].entrance(core, $0) }
    hasOpenDestinations = gated.isEmpty || gated.contains { $0.gates.isEmpty }
  }

  deinit {
    core.endAfterRelease()
  }

  /// Whether any destination wants explanations.
  public var wantsExplanations: Bool { core.destinations.contains { $0.adapter.wantsExplanations } }

  /// Starts delivery, and returns at once. Every destination is configured in the background, and then gets what is
  /// waiting.
  ///
  /// Only the first call has an effect, and only before a shutdown.
  public func start() { core.start() }

  /// Hands over an event.
  public func track(_ event: TrackedEvent) {
    if hasOpenDestinations { core.submit(HubEntry(event)) }
    for entrance in entrances { entrance.track(event) }
  }

  /// Hands over a user property.
  public func update(_ property: TrackedUserProperty) { submit(.update(property)) }
  /// Hands over who the user is. What is pending goes out first.
  public func identify(_ userID: String, traits: TrackedProperties) {
    submit(.identify(userID, traits: traits))
  }
  /// Hands over that the user is no longer known. What is pending for that user goes out first.
  public func reset() { submit(.reset) }
  /// Hands over an error.
  public func report(_ error: any Error, at location: SourceLocation) {
    submit(.report(error, location))
  }

  /// Nothing of what waits is sent any more, except who the user is; then the destinations are told. What was dropped
  /// counts as ``TrackerLedger/Dropped/purged``.
  public func purge() { submit(.purge) }

  private func submit(_ delivery: Delivery) {
    if hasOpenDestinations { core.submit(HubEntry(delivery)) }
    pass(delivery)
  }

  /// Hands a delivery to the gates of those destinations that have one.
  func pass(_ delivery: Delivery) {
    for entrance in entrances { delivery.perform(on: entrance) }
  }

  /// What has become of everything that was handed over, as of this instant. Cost: the hub's lock, and one entry for
  /// each destination.
  public var ledger: TrackerLedger { core.ledger }
}
