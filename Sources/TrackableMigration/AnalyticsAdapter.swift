/// A service of Tracker-Aggregator: the hub configures it before the first event, and it has rules of its own.
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
/// Isolation: a hub calls one method of an adapter at a time, in the background.
@available(
  *, deprecated, message: "Conform to AnalyticsDestination; a rule is '.prohibiting(eventTypes: [AppOpen.self])'."
)
public protocol AnalyticsAdapter: Sendable {
  /// The name in logs. The default is the name of the class.
  var name: String { get }

  /// The events that the adapter gets. The default is all events.
  var eventTrackingRule: EventTrackingRule? { get }

  /// The user properties that the adapter gets. The default is all user properties.
  var propertyTrackingRule: PropertyTrackingRule? { get }

  /// The hub calls this method before the adapter gets the first event or property.
  func configure()

  /// The app tracked an event.
  func track(event: any TrackableEvent)

  /// A property has a new value.
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
}

/// A list of types that an adapter gets, or does not get.
@available(*, deprecated, message: "Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.")
public struct EventTrackingRule: Sendable {
  /// The meaning of the list.
  public enum Kind: Sendable {
    /// The adapter gets only values of the types in the list.
    case allow
    /// The adapter gets all values except those of the types in the list.
    case prohibit
  }

  private let kind: Kind
  private let types: Set<ObjectIdentifier>

  /// A rule.
  ///
  /// - Parameters:
  ///   - kind: The meaning of the list.
  ///   - types: The types of events or properties, old ones and new ones.
  public init(_ kind: Kind, types: [Any.Type]) {
    self.kind = kind
    self.types = Set(types.map { ObjectIdentifier($0) })
  }

  func lets(_ value: Any) -> Bool { types.contains(ObjectIdentifier(type(of: value))) == (kind == .allow) }
}

/// The properties that an adapter gets.
@available(*, deprecated, message: "Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.")
public typealias PropertyTrackingRule = EventTrackingRule

/// The destination through which the hub delivers to an adapter.
@available(*, deprecated)
struct AdapterDestination: TrackableHub.AnalyticsDestination {
  let adapter: any AnalyticsAdapter
  let log = GlobalLog.current

  var name: String { adapter.name }

  func configure() { adapter.configure() }

  func track(_ event: TrackedEvent) {
    let earlier = event.base as? EarlierEvent
    if adapter.eventTrackingRule?.lets((earlier?.base as Any?) ?? event.base) == false { return }
    log.write(to: name) { $0.track(event) }
    adapter.track(event: earlier.flatMap { event.saysTheSame(as: $0) ? $0.base : nil } ?? event)
  }

  func update(_ property: TrackedUserProperty) {
    let earlier = property.base as? EarlierProperty
    if adapter.propertyTrackingRule?.lets((earlier?.base as Any?) ?? property.base) == false { return }
    if property.value == nil {
      DefaultDelivery.refuse(
        because: "an adapter can only set a value, and '\(property.name)' is none; conform it to AnalyticsDestination")
      return
    }
    log.write(to: name) { $0.update(property) }
    let isAsMade = earlier.map { ($0.name, $0.value ?? .null) == (property.name, property.value ?? .null) } ?? false
    adapter.track(property: isAsMade ? earlier?.base ?? property : property)
  }
}
