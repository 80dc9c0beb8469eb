/// A destination of a hub, which may have been an adapter.
///
/// In a file that imports this module, it takes the place of the hub's `AnalyticsDestination`, which it refines.
///
/// Errors: members that a hub does not call do not compile: those of an adapter, and an `update` of anything but a `TrackedUserProperty`.
public protocol AnalyticsDestination: TrackableHub.AnalyticsDestination {
  /// What a declared `update` takes.
  associatedtype Updated
  /// What a declared `track(event:)` takes.
  associatedtype AdapterEvent
  /// What a declared `track(property:)` takes.
  associatedtype AdapterProperty
  /// The type of a declared rule.
  associatedtype EventRule
  /// The type of a declared rule.
  associatedtype PropertyRule

  /// The declared method.
  @_disfavoredOverload func update(_ property: Updated)
  /// The declared method.
  @_disfavoredOverload func track(event: AdapterEvent)
  /// The declared method.
  @_disfavoredOverload func track(property: AdapterProperty)
  /// The declared rule.
  @_disfavoredOverload var eventTrackingRule: EventRule { get }
  /// The declared rule.
  @_disfavoredOverload var propertyTrackingRule: PropertyRule { get }
  /// Nothing: missing where one of them is declared.
  static var _adapter: Void { get }
}

extension AnalyticsDestination {
  /// Nothing.
  @_disfavoredOverload public func track(event: Void) {}
  /// Nothing.
  @_disfavoredOverload public func track(property: Void) {}
  /// Nothing.
  @_disfavoredOverload public var eventTrackingRule: Void { () }
  /// Nothing.
  @_disfavoredOverload public var propertyTrackingRule: Void { () }
  /// Not available: see the message.
  @available(
    *, unavailable,
    message:
      "A hub calls 'track(_: TrackedEvent)' and 'update(_: TrackedUserProperty)'. Rules stand behind the destination."
  )
  public static var _adapter: Void { () }
}

extension AnalyticsDestination
where
  Updated == TrackedUserProperty, AdapterEvent == Void, AdapterProperty == Void, EventRule == Void, PropertyRule == Void
{
  /// Nothing.
  public static var _adapter: Void { () }
}
