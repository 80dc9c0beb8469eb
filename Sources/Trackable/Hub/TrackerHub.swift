/// Background delivery: a tracker that takes everything at once and hands it to each of its destinations in order, in
/// the background, at that destination's own pace.
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
/// - **Order.** Events, user properties, users, resets and errors arrive at every destination in the order in which they
///   were handed over, also those from before ``start()``. What was pending for one user goes out before a reset.
/// - **Independence.** A destination that is slow, stuck, throws or cannot be configured delays neither another one nor
///   the caller.
/// - **Bounds.** Each destination has room for so many deliveries; its ``OverflowPolicy`` says what happens then.
/// - **Nothing is dropped uncounted.** See ``ledger``.
///
/// A hub that is let go of shuts down by itself, with the default deadline; what is then lost is reported as an issue. A
/// destination that holds its hub keeps it alive.
///
/// Isolation: everything may be called from any thread. Cost: one allocation, one lock, and a place in a queue for each
/// destination; the lock is never held while code of a destination runs.
public final class TrackerHub: AnalyticsEventTracker {
  /// How long ``flush()`` and ``shutdown(timeout:)`` wait where nothing else is said: 5 seconds.
  public static let defaultTimeout = Duration.seconds(5)
  /// How many deliveries wait for a destination at most where nothing else is said: 1,000.
  public static let defaultCapacity = 1_000

  /// What logs call the hub.
  public let name: String
  let core: HubCore

  /// The settings that all destinations share.
  struct Options {
    var name = "TrackerHub"
    var capacity = TrackerHub.defaultCapacity
    var overflow = OverflowPolicy.dropOldest
    var retry = RetryPolicy.backOff()
    var logging = ConsoleTracker.Level.none
    var log = HubLog.print
    var clock: any Clock<Duration> = ContinuousClock()
  }

  init(
    _ destinations: [any AnalyticsEventTracker], _ options: Options, report: @escaping @Sendable (HubProblem) -> Void
  ) {
    name = options.name
    // A combination is several destinations, so that none of them waits for another.
    let trackers = destinations.flatMap { ($0 as? any DivisibleTracker)?.parts ?? [$0] }
    for tracker in trackers where tracker.hidesAdapter { report(.hiddenAdapter(destination: tracker.name)) }
    let adapters = trackers.map(Self.adapter)
    for adapter in adapters where adapter.capacity ?? options.capacity < 1 {
      report(.capacity(destination: adapter.name, capacity: adapter.capacity ?? options.capacity))
    }
    core = HubCore(
      destinations: adapters.map { adapter in
        let name = adapter.name
        return HubCore.Destination(
          name: name, adapter: adapter,
          log: options.logging == .none
            ? nil : ConsoleTracker(level: options.logging, destination: name, log: options.log.write),
          executor: DestinationExecutor(name: name))
      },
      queue: HubQueue(
        destinations: adapters.enumerated().map { index, adapter in
          DestinationQueue(
            index: index, capacity: adapter.capacity ?? options.capacity,
            overflow: adapter.overflow ?? options.overflow,
            rules: HubRules(events: adapter.eventTrackingRule, properties: adapter.propertyTrackingRule),
            retry: options.retry)
        }),
      clock: options.clock, report: report)
  }

  deinit {
    core.letGo()
  }

  private static func adapter(_ tracker: any AnalyticsEventTracker) -> any AnalyticsAdapter {
    func wrapped(_ tracker: some AnalyticsEventTracker) -> any AnalyticsAdapter {
      TrackerAdapter(base: tracker, name: tracker.name)
    }
    return tracker as? any AnalyticsAdapter ?? wrapped(tracker)
  }

  /// Starts delivery, and returns at once. Every destination is configured in the background, then gets what waits.
  ///
  /// Only the first call does anything; after a shutdown none does.
  public func start() { core.start() }

  /// Hands over an event.
  public func track(_ event: TrackedEvent) { core.submit(HubEntry(event)) }
  /// Hands over a user property.
  public func update(_ property: TrackedUserProperty) { core.submit(HubEntry(.update(property))) }
  /// Hands over who the user is. What is pending goes out before.
  public func identify(_ userID: String) { core.submit(HubEntry(.identify(userID))) }
  /// Hands over that the user is no longer known. What is pending of that user goes out before.
  public func reset() { core.submit(HubEntry(.reset)) }
  /// Hands over an error.
  public func report(_ error: any Error, at location: SourceLocation) {
    core.submit(HubEntry(.report(error, location)))
  }

  /// What became of everything that was handed over, as it is at this instant. Cost: the hub's lock, and one entry for each
  /// destination.
  public var ledger: TrackerLedger { core.ledger }
}

extension HubCore {
  /// Nobody holds the hub any more: what waits is delivered in the background while that does not take too long.
  func letGo() {
    let (isEnded, isStarted) = update { state, _ in (state.queue.isClosing, state.isStarted) }
    if isEnded { return }
    if isStarted {
      Task.detached { [self] in reportLoss(await shutdown(timeout: TrackerHub.defaultTimeout)) }
    } else {
      close()
      reportLoss(update { state, _ in state.queue.lost })
    }
  }

  func reportLoss(_ count: Int) {
    if count > 0 { report(.lost(count)) }
  }
}
