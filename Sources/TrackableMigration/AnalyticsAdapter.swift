/// A service in the form of the library Tracker-Aggregator. The hub configures the service before the first event, and
/// the service has its own rules.
///
/// ```swift
/// final class MixpanelAdapter: AnalyticsAdapter {
///   let eventTrackingRule: EventTrackingRule? = EventTrackingRule(.prohibit, types: [AppOpen.self])
///   func configure() { SDK.start() }
///   func track(event: TrackableEvent) { SDK.track(event.identifier.formatted, event.metadata) }
///   func track(property: any TrackableProperty) { SDK.set(property.identifier, property.trackedValue) }
/// }
/// ```
///
/// Isolation: any thread. A hub calls one method of an adapter at a time, in the background.
@available(*, deprecated, message: "Conform to AnalyticsDestination, with '.prohibiting(eventTypes: […])' for a rule.")
public protocol AnalyticsAdapter: Sendable {
  /// The name in logs. The default is the name of the class.
  var name: String { get }

  /// The events that the adapter gets. The default is all events.
  var eventTrackingRule: EventTrackingRule? { get }

  /// The user properties that the adapter gets. The default is all user properties.
  var propertyTrackingRule: PropertyTrackingRule? { get }

  /// The hub calls this method before the adapter gets the first event or property.
  func configure()

  /// Called when the user has signed out. The default does nothing.
  func reset()

  /// Called when the app has tracked an event.
  func track(event: any TrackableEvent)

  /// Called when a property has a new value.
  func track(property: any TrackableProperty)
}

@available(*, deprecated)
extension AnalyticsAdapter {
  /// The name of the class.
  public var name: String { String(describing: Self.self) }

  /// No rule.
  public var eventTrackingRule: EventTrackingRule? { nil }

  /// No rule.
  public var propertyTrackingRule: PropertyTrackingRule? { nil }

  /// Does nothing.
  public func reset() {}
}

/// The meaning of a list of types.
@available(*, deprecated, message: "Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.")
public enum TrackingRule: Sendable {
  /// The adapter gets only values of the types in the list.
  case allow
  /// The adapter gets all values except those of the types in the list.
  case prohibit
}

/// A list of types that an adapter gets, or does not get.
@available(*, deprecated, message: "Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.")
public struct EventTrackingRule: Sendable {
  /// The meaning of the list.
  public let rule: TrackingRule
  /// The types.
  public let types: [any Any.Type]

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - rule: The meaning of the list.
  ///   - types: The types of events or properties, both old and new types.
  public init(_ rule: TrackingRule, types: [any Any.Type]) { (self.rule, self.types) = (rule, types) }

  func lets(_ value: Any) -> Bool { types.contains { $0 == type(of: value) } == (rule == .allow) }
}

/// The properties that an adapter gets.
@available(*, deprecated, message: "Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.")
public typealias PropertyTrackingRule = EventTrackingRule

/// The destination through which the hub delivers to an adapter.
@available(*, deprecated)
struct AdapterDestination: TrackableHub.AnalyticsDestination {
  let adapter: any AnalyticsAdapter
  let state = Trackable.state

  var name: String { adapter.name }
  var console: ConsoleTracker { state.withLock { ConsoleTracker(level: $0.level, name: name, log: $0.log) } }

  func configure() { adapter.configure() }
  func reset() { adapter.reset() }

  func track(_ event: TrackedEvent) {
    let earlier = event.base as? EarlierEvent
    if adapter.eventTrackingRule?.lets((earlier?.base as Any?) ?? event.base) == false { return }
    console.track(event)
    adapter.track(
      event: earlier.flatMap { $0.base.properties.isEmpty && event.saysTheSame(as: $0) ? $0.base : nil } ?? event)
  }

  func update(_ property: TrackedUserProperty) {
    let earlier = property.base as? EarlierProperty
    if adapter.propertyTrackingRule?.lets((earlier?.base as Any?) ?? property.base) == false { return }
    if property.value == nil {
      DefaultDelivery.refuseIfInHub(
        because: "an adapter can only set a value, and '\(property.name)' is none; conform it to AnalyticsDestination")
      return
    }
    console.update(property)
    let isAsMade = earlier.map { ($0.name, $0.value ?? .null) == (property.name, property.value ?? .null) } ?? false
    adapter.track(property: isAsMade ? earlier?.base ?? property : property)
  }
}
