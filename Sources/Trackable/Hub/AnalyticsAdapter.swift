/// A destination of a ``TrackerHub``: a tracker that has to be set up first, and may say what it wants.
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
/// Only `track` is required. Any other tracker is a destination as well, one that needs no set-up and wants everything;
/// ``AnalyticsEventTracker/adapter(name:eventTrackingRule:propertyTrackingRule:capacity:overflow:configure:)`` gives it
/// what an adapter has.
///
/// Combinators keep what an adapter is: `mixpanel.renaming(.snakeCase)` is configured, too.
///
/// Isolation: a hub calls one method of a destination at a time, in the background. What is slow or blocks there delays
/// nobody else. An implementation of `configure` may belong to an actor, such as the main one. The rules, the name, the
/// capacity and the policy are read once, when the hub is made.
public protocol AnalyticsAdapter: AnalyticsEventTracker {
  /// Sets the destination up, before it gets anything. If it throws, the hub tries again or gives up, as its
  /// ``RetryPolicy`` says. The default does nothing.
  func configure() async throws

  /// Takes one delivery. The default makes the call that it stands for, such as `track`.
  ///
  /// For destinations that have to wait, or may fail: a delivery for which it throws is counted as failed, and is not
  /// repeated. The task is cancelled when a hub that is shut down no longer waits for it.
  func deliver(_ delivery: Delivery) async throws

  /// Which events the destination receives. The default is `nil`: all.
  var eventTrackingRule: EventTrackingRule? { get }

  /// Which user properties the destination receives. The default is `nil`: all.
  var propertyTrackingRule: PropertyTrackingRule? { get }

  /// How many deliveries wait for this destination at most. The default is `nil`: what the hub says. Less than 1 is
  /// reported as an issue, and is 1.
  var capacity: Int? { get }

  /// What happens when there are more. The default is `nil`: what the hub says.
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
  /// What the hub says.
  public var capacity: Int? { nil }
  /// What the hub says.
  public var overflow: OverflowPolicy? { nil }
}

extension AnalyticsEventTracker {
  /// This tracker as a destination with what an adapter has.
  ///
  /// ```swift
  /// ConsoleTracker().adapter(name: "Log", eventTrackingRule: EventTrackingRule(.allow, types: [PaymentSent.self]))
  /// ```
  ///
  /// An adapter keeps what it says itself where nothing else is said here, and is configured first.
  ///
  /// - Parameters:
  ///   - name: What logs and the ledger call it; `nil` means the tracker's own name.
  ///   - eventTrackingRule: Which events it receives; `nil` means all.
  ///   - propertyTrackingRule: Which user properties it receives; `nil` means all.
  ///   - capacity: How many deliveries wait for it at most; `nil` means what the hub says.
  ///   - overflow: What happens when there are more; `nil` means what the hub says.
  ///   - configure: Sets it up, before it gets anything.
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

/// A tracker as an adapter. Around another adapter, it says what that says where nothing else is said.
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
    let inner = base as? any AnalyticsAdapter
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
