/// A service of Tracker-Aggregator: it is configured first, and has rules of its own.
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
  /// The name in logs. The default is that of the class.
  var name: String { get }

  /// Which events it gets. The default is all.
  var eventTrackingRule: EventTrackingRule? { get }

  /// Which properties it gets. The default is all.
  var propertyTrackingRule: PropertyTrackingRule? { get }

  /// Called before it gets anything.
  func configure()

  /// An event happened.
  func track(event: any TrackableEvent)

  /// A property has a new value.
  func track(property: any TrackableProperty)
}

@available(*, deprecated)
extension AnalyticsAdapter {
  /// The name of the class.
  public var name: String { String(describing: Self.self) }

  /// None.
  public var eventTrackingRule: EventTrackingRule? { nil }

  /// None.
  public var propertyTrackingRule: PropertyTrackingRule? { nil }
}

/// A list of types that an adapter gets, or does not get.
@available(*, deprecated, message: "Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.")
public struct EventTrackingRule: Sendable {
  /// What the list says.
  public enum Kind: Sendable {
    /// Only these.
    case allow
    /// All but these.
    case prohibit
  }

  private let kind: Kind
  private let types: Set<ObjectIdentifier>

  /// A rule.
  ///
  /// - Parameters:
  ///   - kind: What the list says.
  ///   - types: The types of events or properties, whether they are of Tracker-Aggregator or not.
  public init(_ kind: Kind, types: [Any.Type]) {
    self.kind = kind
    self.types = Set(types.map { ObjectIdentifier($0) })
  }

  func lets(_ value: Any) -> Bool { types.contains(ObjectIdentifier(type(of: value))) == (kind == .allow) }
}

/// The properties that an adapter gets.
@available(*, deprecated, message: "Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.")
public typealias PropertyTrackingRule = EventTrackingRule

/// An adapter as the hub delivers to it.
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
