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
/// The type is that of the event as it was given to `track`, whatever renamed or enriched it on the way. Cost: one look
/// into a set, on the caller's thread.
public struct EventTrackingRule: Sendable, Hashable {
  let types: TypeRule

  /// A rule from its kind and the types it names.
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
/// The events bound to a property are events: ``EventTrackingRule`` decides on them.
public struct PropertyTrackingRule: Sendable, Hashable {
  let types: TypeRule

  /// A rule from its kind and the types it names.
  public init(_ kind: TrackingRuleKind, types: [any UserProperty.Type]) {
    self.types = TypeRule(kind: kind, types: Set(types.map { ObjectIdentifier($0) }))
  }

  /// Whether the rule lets the property pass.
  public func allows(_ property: TrackedUserProperty) -> Bool {
    types.allows(ObjectIdentifier(type(of: property.base)))
  }
}

/// A kind and a set of types, whatever they are types of.
struct TypeRule: Sendable, Hashable {
  let kind: TrackingRuleKind
  let types: Set<ObjectIdentifier>

  func allows(_ type: ObjectIdentifier) -> Bool {
    types.contains(type) == (kind == .allow)
  }
}
