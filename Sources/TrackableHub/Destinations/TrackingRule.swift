import Trackable

/// What a tracking rule does with the types it names.
public enum TrackingRuleKind: Sendable, Hashable {
  /// Only these types pass.
  case allow
  /// All types but these pass.
  case prohibit
}

/// Which events a destination receives, by their types.
///
/// ```swift
/// let eventTrackingRule: EventTrackingRule? = EventTrackingRule(.prohibit, types: [AppOpened.self])
/// ```
///
/// What counts is the type of the event that was given to `track`, even if it was renamed or enriched on the way. A
/// subclass does not count as its superclass. Without any types, ``TrackingRuleKind/allow`` lets nothing pass, and
/// ``TrackingRuleKind/prohibit`` lets everything pass. Cost: one look-up in a set.
public struct EventTrackingRule: Sendable, Hashable {
  let types: TypeRule

  /// Creates a rule that allows or prohibits these types.
  ///
  /// - Parameters:
  ///   - kind: Whether the types are those that arrive, or those that do not.
  ///   - types: Types of events.
  public init(_ kind: TrackingRuleKind, types: [any AnalyticsEvent.Type]) {
    self.types = TypeRule(kind: kind, types: Set(types.map { ObjectIdentifier($0) }))
  }

  /// Whether the rule lets the event pass.
  public func allows(_ event: TrackedEvent) -> Bool {
    types.allows(ObjectIdentifier(type(of: event.base)))
  }
}

/// Which user properties a destination receives, by their types.
///
/// ```swift
/// let propertyTrackingRule: PropertyTrackingRule? = PropertyTrackingRule(.allow, types: [Email.self])
/// ```
///
/// The events that a property tracks when it is updated are events: ``EventTrackingRule`` decides about them. Types are
/// compared as they are there, and a rule without any types means the same.
public struct PropertyTrackingRule: Sendable, Hashable {
  let types: TypeRule

  /// Creates a rule that allows or prohibits these types.
  ///
  /// - Parameters:
  ///   - kind: Whether the types are those that arrive, or those that do not.
  ///   - types: Types of user properties.
  public init(_ kind: TrackingRuleKind, types: [any UserProperty.Type]) {
    self.types = TypeRule(kind: kind, types: Set(types.map { ObjectIdentifier($0) }))
  }

  /// Whether the rule lets the property pass.
  public func allows(_ property: TrackedUserProperty) -> Bool {
    types.allows(ObjectIdentifier(type(of: property.base)))
  }
}

/// What both kinds of rules are made of: a kind and a set of types.
struct TypeRule: Sendable, Hashable {
  let kind: TrackingRuleKind
  let types: Set<ObjectIdentifier>

  func allows(_ type: ObjectIdentifier) -> Bool {
    types.contains(type) == (kind == .allow)
  }
}
