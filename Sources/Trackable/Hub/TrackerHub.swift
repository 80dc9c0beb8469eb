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
    // Each part of a combination becomes a destination of its own, so that none of them waits for another.
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
            ? nil : ConsoleTracker(level: options.logging, name: name, log: options.log.write),
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

  /// Starts delivery, and returns at once. Every destination is configured in the background, and then gets what is
  /// waiting.
  ///
  /// Only the first call has an effect, and only before a shutdown.
  public func start() { core.start() }

  /// Hands over an event.
  public func track(_ event: TrackedEvent) { core.submit(HubEntry(event)) }
  /// Hands over a user property.
  public func update(_ property: TrackedUserProperty) { core.submit(HubEntry(.update(property))) }
  /// Hands over who the user is. What is pending goes out first.
  public func identify(_ userID: String) { core.submit(HubEntry(.identify(userID))) }
  /// Hands over that the user is no longer known. What is pending for that user goes out first.
  public func reset() { core.submit(HubEntry(.reset)) }
  /// Hands over an error.
  public func report(_ error: any Error, at location: SourceLocation) {
    core.submit(HubEntry(.report(error, location)))
  }

  /// What has become of everything that was handed over, as of this instant. Cost: the hub's lock, and one entry for
  /// each destination.
  public var ledger: TrackerLedger { core.ledger }
}

extension HubCore {
  /// Nobody holds the hub any more. What is waiting is still delivered in the background, for a limited time.
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
