public import Trackable

/// Background delivery: a tracker that takes each call at once, and delivers it to each of its destinations in order,
/// in batches, at that destination's own pace.
///
/// ```swift
/// let hub = TrackerHub([mixpanel.renaming(.snakeCase), backend, ConsoleTracker()])
/// TrackableSystem.bootstrap(hub)
/// hub.start()                            // returns at once; configures every destination in the background
/// hub.track(Events.App.started)
/// await hub.shutdown()                   // when the app ends
/// print(hub.ledger)                      // what became of every single event
/// ```
///
/// A hub takes any tracker, and finds the destinations in it: each member of a combination is one, and the hub runs the
/// combinators around it. A destination that holds a reference to its hub keeps it alive. <doc:TrackableHub> says what a hub
/// guarantees.
///
/// Isolation: any thread. Cost of a call: one object, and its place in one array under a lock, for any number of
/// destinations; plus the cost of closures around a destination, such as that of a `filter`, because the call runs them.
public final class TrackerHub: AnalyticsEventTracker {
  /// The hub's name in issues.
  public let name: String
  let core: HubCore
  /// What calls come to: combinators, and the doors of the queues.
  let front: any AnalyticsEventTracker
  /// The tracker in ``front``, if it contains gates, which may still hand over earlier calls.
  let gates: (any AnalyticsEventTracker)?

  /// A hub that delivers to the destinations in the given trackers.
  ///
  /// ```swift
  /// let hub = TrackerHub([mixpanel, intercom.requiringConsent(.advertising, from: consent), ConsoleTracker()])
  /// ```
  ///
  /// Until ``start()``, deliveries wait. Issues go to the current system's handler: inside
  /// `TrackableSystem.withTracker`, to that of the scope.
  ///
  /// - Parameters:
  ///   - trackers: Where deliveries go. Destinations with the same name are counted separately; one instance is one
  ///     destination, also if it is there twice.
  ///   - policy: How it is delivered, where a destination does not say otherwise.
  ///   - name: The hub's name in issues.
  ///   - clock: The clock for timeouts and pauses; `nil` means the computer's, by a thread that no task can keep busy.
  ///     Tests can pass their own.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public convenience init(
    _ trackers: [any AnalyticsEventTracker],
    policy: DeliveryPolicy = DeliveryPolicy(),
    name: String = "TrackerHub",
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
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
        index: index, name: destination.name, policy: destination.policy(policy), account: destination.account)
    }
    core = HubCore(
      name, destinations: found.destinations, queue: HubQueue(destinations: queues),
      time: time
    ) {
      reporter.report($0.issue(hub: name, at: location))
    }
    front = part.front(core)
    gates = found.hasGates ? front : nil
    LifecycleObservers.current.add(core)
  }

  deinit {
    core.endAfterRelease()
  }

  /// Starts delivery, and returns at once. The hub configures every destination in the background, and then delivers the
  /// waiting calls.
  ///
  /// If the user has denied consent on all ways to a destination, the destination first gets a `reset` and a `purge`: earlier
  /// processes may have left something there.
  ///
  /// Only the first call has an effect, and only before a shutdown.
  public func start() {
    let denied = Set(core.destinations.indices).subtracting(QueueDoor.reached(from: front))
    let time = CurrentTime.now
    core.purge(denied) { state, now, actions in state.queue.start(purging: denied, on: time, at: now, &actions) }
  }

  /// Hands over an event.
  public func track(_ event: TrackedEvent) { front.track(event) }
  /// Hands over a user property.
  public func update(_ property: TrackedUserProperty) { front.update(property) }
  /// Hands over who the user is. Earlier calls go out first.
  public func identify(_ user: TrackedUser) {
    if let person = user.stamp?.person, person.isOfProcess, !person.isFirst { endPerson() }
    front.identify(user)
  }
  /// Hands over that the user has signed out. Earlier calls go out first.
  public func reset() {
    endPerson()
    front.reset()
  }
  /// Ends the person before the `identify` or `reset` goes out, because a gate may hold or lose that call.
  private func endPerson() { for destination in core.destinations { destination.storing?.endPerson() } }
  /// Hands over an error.
  public func report(_ error: any Error, at location: CodeLocation) { front.report(error, at: location) }

  /// Drops the waiting calls, but for the last `identify` and `reset`, and counts them as *purged*. Then the destinations get
  /// the purge, also if the hub is paused or has been shut down, and also those to which the user does not agree.
  public func purge() { front.purge() }

  /// The account of all calls, as of this instant. Cost: the hub's lock, and one entry for each destination.
  public var ledger: TrackerLedger { core.ledger }
}

extension TrackerHub: SelectiveTracker, HoldingAccount, AccountedTracker {
  package var account: String { "\(ledger)" }
  package var interest: EventInterest { EventInterest(of: front) }

  private var door: QueueDoor { QueueDoor(core: core, destinations: Array(core.destinations.indices)) }
  package func include(_ gate: CallGate) { door.include(gate) }
  package func forget() { door.forget() }
}
