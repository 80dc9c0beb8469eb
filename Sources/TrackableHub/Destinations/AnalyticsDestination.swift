public import Trackable

/// A tracker that a ``TrackerHub`` configures before the first delivery, and that can take batches and report their
/// outcome.
///
/// If a service's library takes single calls, implement the calls:
///
/// ```swift
/// struct Mixpanel: AnalyticsDestination {
///   let token: String
///
///   func configure() async throws { try await SDK.initialize(token: token) }
///   func track(_ event: TrackedEvent) { SDK.track(event.name, event.properties.dictionary) }
///   func reset() { SDK.reset() }
/// }
/// ```
///
/// If the destination sends over the network, implement batches:
///
/// ```swift
/// struct Backend: AnalyticsDestination {
///   func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
///     // If this throws, the hub sends the batch again.
///     switch try await client.post(batch.map(Row.init)) {
///     case 200..<300: return .accepted
///     case 413: return .tooLarge
///     case let status: return .retry(because: "status \(status)")
///     }
///   }
///   func adjust(_ policy: inout DeliveryPolicy) { policy.batchSize = 100 }
/// }
/// ```
///
/// Implement `track(_:)` or ``deliver(_:)``; everything else has a default. Combinators do not hide a destination: the
/// hub configures `mixpanel.renaming(.snakeCase)` too.
///
/// Isolation: any thread. A hub calls one method of a destination at a time, in the background, so slow or blocking
/// code there delays no other destination. Your `configure` may be isolated to an actor, such as the main actor. The
/// hub reads the name and the policy once, when you create the hub.
///
/// Limits: a method that the hub has cancelled may still run during the next call. The hub cancels `flush()` after its
/// time limit or for a purge, ``configure()`` if the policy delivers a purge first, and any method after the end of a
/// shutdown.
public protocol AnalyticsDestination: AnalyticsEventTracker {
  /// Prepares the destination before its first delivery. If `configure` throws, the hub tries again, as its
  /// ``RetryPolicy`` says. The default does nothing.
  func configure() async throws

  /// Takes some deliveries, oldest first, and returns their outcome. The default makes their calls, such as `track`.
  ///
  /// If `deliver` throws, nothing of the batch has arrived, and the hub sends the batch again, as with
  /// ``DeliveryOutcome/retry(after:because:)``. The hub cancels the task when the time limit of the ``DeliveryPolicy``
  /// has passed, when a purge applies to the batch, and when a shutdown stops waiting for the batch.
  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome

  /// Changes the hub's policy for this destination, such as the number of events that its service takes at once. The
  /// default changes nothing.
  func adjust(_ policy: inout DeliveryPolicy)
}

extension AnalyticsDestination {
  /// Does nothing.
  public func configure() async throws {}

  /// Makes the calls of the deliveries, one after the other. If the destination has no `track`, it rejects events.
  public func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    batch.perform(on: self)
    return .accepted
  }

  /// The hub's policy.
  public func adjust(_ policy: inout DeliveryPolicy) {}

  /// Reports an issue, because a destination that takes batches needs a hub.
  public func track(_ event: TrackedEvent) {
    if DefaultDelivery.refuseIfInHub(at: self, isEvent: true) { return }
    IssueReporter.current.report(
      TrackableIssue(
        kind: .destinationWithoutHub,
        message: "\(name) takes batches, which only a hub makes; '\(event.name)' went nowhere.",
        remedy: "put it into a TrackerHub, or implement track(_:).", location: event.location, subject: name))
  }

  // If the destination is behind a tracker that the hub cannot see through, the hub would count the following calls as
  // delivered. So these methods refuse the calls in that case.

  /// Does nothing.
  public func update(_ property: TrackedUserProperty) { DefaultDelivery.refuseIfInHub(at: self) }
  /// Does nothing.
  public func identify(_ user: TrackedUser) { DefaultDelivery.refuseIfInHub(at: self) }
  /// Does nothing.
  public func reset() { DefaultDelivery.refuseIfInHub(at: self) }
  /// Does nothing.
  public func report(_ error: any Error, at location: CodeLocation) { DefaultDelivery.refuseIfInHub(at: self) }
  /// Does nothing.
  public func purge() { DefaultDelivery.refuseIfInHub(at: self) }
}

extension AnalyticsEventTracker {
  /// Returns this tracker with a configuration and a policy, as a destination has them.
  ///
  /// ```swift
  /// Crashlytics().destination {
  ///   try await Crashlytics.start()
  /// } policy: {
  ///   $0.capacity = 100
  /// }
  /// ```
  ///
  /// If the tracker is or contains a destination, the hub runs that destination's own `configure` and `adjust` first.
  ///
  /// - Parameters:
  ///   - configure: Prepares the tracker before its first delivery. The default does nothing.
  ///   - policy: Changes the hub's policy for this tracker. The default changes nothing.
  public func destination(
    configure: @escaping @Sendable () async throws -> Void = {},
    policy: @escaping @Sendable (inout DeliveryPolicy) -> Void = { _ in }
  ) -> some AnalyticsEventTracker {
    ConfiguredTracker(base: self, adjustment: policy, configuration: configure)
  }
}

/// A combinator that adds a configuration and a policy to the trackers inside.
struct ConfiguredTracker: PassingTracker {
  var base: any AnalyticsEventTracker
  let adjustment: @Sendable (inout DeliveryPolicy) -> Void
  let configuration: @Sendable () async throws -> Void

  // A hub that finds this combinator takes the policy and the configuration from it, and calls the trackers inside, not
  // this method. If a hub calls this method, another tracker hides the combinator from the hub, so the hub has not
  // configured the trackers inside. The method refuses such a call.
  func forward(_ call: TrackerCall) {
    if !DefaultDelivery.refuseIfInHub(hidden: name) { call.perform(on: base) }
  }
}
