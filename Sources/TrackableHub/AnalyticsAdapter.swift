import Trackable

/// A destination of a ``TrackerHub``: a tracker that can be configured first, and can choose what it receives.
///
/// ```swift
/// struct MixpanelAdapter: AnalyticsAdapter {
///   let name = "Mixpanel"
///   let token: String
///   let eventTrackingRule: EventTrackingRule? = EventTrackingRule(.prohibit, types: [AppOpened.self])
///
///   func configure() async throws { try await Mixpanel.initialize(token: token) }
///   func track(_ event: TrackedEvent) { Mixpanel.shared.track(event.name, event.properties.dictionary) }
///   func reset() { Mixpanel.shared.reset() }
/// }
/// ```
///
/// Only `track` is required. Any other tracker can be a destination as well; it needs no configuration and receives
/// everything. Its method
/// ``Trackable/AnalyticsEventTracker/adapter(name:eventTrackingRule:propertyTrackingRule:capacity:overflow:configure:)``
/// gives it what an adapter has.
///
/// An adapter remains one inside combinators: `mixpanel.renaming(.snakeCase)` is still configured.
///
/// Isolation: a hub calls one method of a destination at a time, in the background, so slow or blocking code there
/// delays nobody else. Your `configure` may be isolated to an actor, such as the main actor. The rules, the name, the
/// capacity and the policy are read once, when the hub is created.
public protocol AnalyticsAdapter: AnalyticsEventTracker {
  /// Prepares the destination before it gets anything. If this throws, the hub tries again or gives up, as its
  /// ``RetryPolicy`` says. The default does nothing.
  func configure() async throws

  /// Takes one delivery. The default makes the call that it stands for, such as `track`.
  ///
  /// Implement it if the destination has to wait, or may fail:
  ///
  /// ```swift
  /// func deliver(_ delivery: Delivery) async throws {
  ///   guard case .track(let event) = delivery else { return delivery.perform(on: self) }
  ///   try await client.post(event.name, event.properties.dictionary)
  /// }
  /// ```
  ///
  /// If it throws, the delivery counts as failed and is not repeated. The task is cancelled when a shutdown stops waiting
  /// for it.
  func deliver(_ delivery: Delivery) async throws

  /// Which events the destination receives. The default is `nil`: all.
  var eventTrackingRule: EventTrackingRule? { get }

  /// Which user properties the destination receives. The default is `nil`: all.
  var propertyTrackingRule: PropertyTrackingRule? { get }

  /// How many deliveries may wait for this destination. The default is `nil`: as many as the hub says. Less than 1 is
  /// reported as an issue, and counts as 1.
  var capacity: Int? { get }

  /// What happens when there are more. The default is `nil`: what the hub's policy says.
  var overflow: OverflowPolicy? { get }
}

extension AnalyticsAdapter {
  /// Does nothing.
  public func configure() async throws {}
  /// Makes the call that the delivery stands for.
  public func deliver(_ delivery: Delivery) async throws { delivery.perform(on: self) }
  /// All events.
  public var eventTrackingRule: EventTrackingRule? { nil }
  /// All user properties.
  public var propertyTrackingRule: PropertyTrackingRule? { nil }
  /// As many as the hub allows.
  public var capacity: Int? { nil }
  /// The hub's policy.
  public var overflow: OverflowPolicy? { nil }
}

extension AnalyticsEventTracker {
  /// This tracker as an adapter: a destination with rules, a capacity, a policy and a configuration.
  ///
  /// ```swift
  /// ConsoleTracker().adapter(name: "Log", eventTrackingRule: EventTrackingRule(.allow, types: [PaymentSent.self]))
  /// ```
  ///
  /// If this tracker is an adapter already, it keeps whatever is not set here, and its own `configure()` runs first.
  ///
  /// - Parameters:
  ///   - name: The name in logs and in the ledger; `nil` means the tracker's own name.
  ///   - eventTrackingRule: Which events it receives; `nil` means all.
  ///   - propertyTrackingRule: Which user properties it receives; `nil` means all.
  ///   - capacity: How many deliveries may wait for it; `nil` means as many as the hub allows.
  ///   - overflow: What happens when there are more; `nil` means the hub's policy.
  ///   - configure: Prepares it before it gets anything.
  public func adapter(
    name: String? = nil,
    eventTrackingRule: EventTrackingRule? = nil,
    propertyTrackingRule: PropertyTrackingRule? = nil,
    capacity: Int? = nil,
    overflow: OverflowPolicy? = nil,
    configure: @escaping @Sendable () async throws -> Void = {}
  ) -> some AnalyticsAdapter {
    TrackerAdapter(
      base: self, name: name ?? self.name, eventTrackingRule: eventTrackingRule,
      propertyTrackingRule: propertyTrackingRule, capacity: capacity, overflow: overflow, configuration: configure)
  }
}

/// A tracker as an adapter. If the tracker is an adapter itself, its own settings apply where none are given here.
struct TrackerAdapter<Base: AnalyticsEventTracker>: ForwardingTracker, AnalyticsAdapter {
  let base: Base
  let name: String
  let eventTrackingRule: EventTrackingRule?
  let propertyTrackingRule: PropertyTrackingRule?
  let capacity: Int?
  let overflow: OverflowPolicy?
  private let inner: (any AnalyticsAdapter)?
  private let configuration: @Sendable () async throws -> Void

  init(
    base: Base, name: String, eventTrackingRule: EventTrackingRule? = nil,
    propertyTrackingRule: PropertyTrackingRule? = nil, capacity: Int? = nil, overflow: OverflowPolicy? = nil,
    configuration: @escaping @Sendable () async throws -> Void = {}
  ) {
    let inner = base.asAdapter
    self.base = base
    self.name = name
    self.eventTrackingRule = eventTrackingRule ?? inner?.eventTrackingRule
    self.propertyTrackingRule = propertyTrackingRule ?? inner?.propertyTrackingRule
    self.capacity = capacity ?? inner?.capacity
    self.overflow = overflow ?? inner?.overflow
    self.inner = inner
    self.configuration = configuration
  }

  func configure() async throws {
    try await inner?.configure()
    try await configuration()
  }

  func deliver(_ delivery: Delivery) async throws {
    if let inner { try await inner.deliver(delivery) } else { delivery.perform(on: base) }
  }
}
