public import Trackable

/// A tracker that delivers in the background. It accepts each call immediately, and delivers the calls to each of its
/// destinations in order and in batches, at the pace of that destination.
///
/// ```swift
/// let hub = TrackerHub([mixpanel.renaming(.snakeCase), backend, ConsoleTracker()])
/// TrackableSystem.bootstrap(hub)
/// hub.start()           // returns at once, and works in the background
/// hub.track(Events.App.started)
/// await hub.shutdown()  // when the app ends
/// print(hub.ledger)     // what became of every event
/// ```
///
/// You can pass a hub any tracker. If this tracker combines several trackers, each of them is a destination, and the
/// hub runs the combinators around each destination. <doc:TrackableHub> says what a hub guarantees. A destination that
/// holds a reference to its hub keeps the hub alive.
///
/// Isolation: any thread. Cost of a call: one object, and one place in an array under a lock, for any number of
/// destinations. Closures of combinators around a destination, such as `filter`, run in the call.
public final class TrackerHub: AnalyticsEventTracker {
  /// The hub's name in issues.
  public let name: String
  let core: HubCore
  /// The trackers that calls reach first: the combinators, and an ``EnqueuingTracker`` in place of each destination.
  let front: any AnalyticsEventTracker
  /// ``front`` if it contains gates, and otherwise `nil`. A flush waits for the calls that such gates still forward.
  let frontIfGated: (any AnalyticsEventTracker)?

  /// A hub that delivers to the destinations in the given trackers.
  ///
  /// ```swift
  /// let hub = TrackerHub([mixpanel, intercom.requiringConsent(.advertising, from: consent), ConsoleTracker()])
  /// ```
  ///
  /// Until ``start()``, deliveries wait. The hub reports issues to the current system's handler. Inside
  /// `TrackableSystem.withTracker`, that is the handler of the scope.
  ///
  /// - Parameters:
  ///   - trackers: The trackers to deliver to. Destinations with the same name are counted separately. If the
  ///     list has an instance twice, the instance is one destination and gets each event once.
  ///   - policy: The policy for all destinations that do not change it.
  ///   - name: The hub's name in issues.
  ///   - clock: The clock for timeouts and pauses. `nil` means the computer's clock, on a thread that no task can keep
  ///     busy. Tests can pass a clock of their own.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public convenience init(
    _ trackers: [any AnalyticsEventTracker], policy: DeliveryPolicy = DeliveryPolicy(), name: String = "TrackerHub",
    clock: (any Clock<Duration>)? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      trackers, policy: policy, name: name, time: clock.map { SystemTime($0) } ?? .computer,
      location: CodeLocation(fileID: fileID, line: line))
  }

  init(
    _ trackers: [any AnalyticsEventTracker], policy: DeliveryPolicy = DeliveryPolicy(), name: String = "TrackerHub",
    time: SystemTime, location: CodeLocation
  ) {
    self.name = name
    var found = HubFront()
    let part = found.find(in: CombinedTracker(trackers))
    let reporter = IssueReporter.current
    let queues = found.destinations.enumerated().map { index, destination in
      DestinationQueue(
        index: index, name: destination.name, policy: destination.policy(policy), figures: destination.figures)
    }
    core = HubCore(name, destinations: found.destinations, queue: HubQueue(destinations: queues), time: time) {
      reporter.report($0.issue(hub: name, at: location))
    }
    front = part.front(core)
    frontIfGated = found.hasGates ? front : nil
    LifecycleObservers.current.add(core)
  }

  deinit {
    core.endAfterRelease()
  }

  /// Starts delivery, and returns immediately. The hub configures every destination in the background, and then
  /// delivers the waiting calls.
  ///
  /// If a gate closed by the user's denial stands on every way to a destination, the destination first gets a `reset`
  /// and a `purge`, because earlier processes may have left calls there. Only gates inside the hub count.
  ///
  /// Only the first call has an effect, and only before a shutdown.
  public func start() {
    let reached = EnqueuingTracker.reached(from: front)
    let denied = core.destinations.indices.filter { !reached.contains($0) }
    let time = CurrentTime.now
    core.purge(denied) { state, now, actions in state.queue.start(purging: denied, on: time, at: now, &actions) }
  }

  /// Accepts an event.
  public func track(_ event: TrackedEvent) { front.track(event) }
  /// Accepts a change of a user property.
  public func update(_ property: TrackedUserProperty) { front.update(property) }
  /// Accepts a sign-in. The hub delivers earlier calls first.
  public func identify(_ user: TrackedUser) {
    if let person = user.stamp?.person, person.isOfProcess { endPerson(before: person) }
    front.identify(user)
  }
  /// Accepts a sign-out. The hub delivers earlier calls first.
  public func reset() {
    // The thread that passes on the sign-out may be another user's.
    if (UserStamp.ofCall?.person ?? TrackableSystem.person).isOfProcess { endPerson() }
    front.reset()
  }
  /// Tells the storing destinations that another person uses the app from now on. The `identify` or `reset` itself may
  /// reach the destination too late, because a gate may hold or drop it.
  private func endPerson(before next: UserStamp.Person? = nil) {
    for destination in core.destinations { destination.storing?.endPerson(before: next) }
  }
  /// Accepts an error.
  public func report(_ error: any Error, at location: CodeLocation) { front.report(error, at: location) }

  /// Drops the waiting calls, except for the last `identify` and `reset`, and counts them as *purged*. Then all
  /// destinations get the purge, including those without the user's consent, and even if the hub is paused. Before
  /// ``start()``, the purge waits. After a shutdown, only destinations that were configured get it, and each
  /// `HTTPDestination`.
  public func purge() { front.purge() }

  /// The figures of all calls so far. Cost: the hub's lock, and one entry for each destination.
  public var ledger: TrackerLedger { core.ledger }
}

extension TrackerHub: SelectiveTracker, HubEntrance, AccountedTracker {
  package var figuresText: String { "\(ledger)" }
  package var interest: EventInterest { EventInterest(of: front) }

  private var all: EnqueuingTracker { EnqueuingTracker(core: core, destinations: Array(core.destinations.indices)) }
  package func include(_ gate: CallGate) { all.include(gate) }
  package func forgetEarlierCalls() { all.forgetEarlierCalls() }
}
