/// A destination of a hub, which may have been an adapter.
///
/// In a file that imports this module, `AnalyticsDestination` is this protocol, which refines the hub's
/// `AnalyticsDestination`.
///
/// Errors: a declared `track(property:)`, and an `update(_:)` of anything but a `TrackedUserProperty`, do not compile, because a hub calls
/// neither.
public protocol AnalyticsDestination: TrackableHub.AnalyticsDestination {
  /// What a declared `update(_:)` takes.
  associatedtype Updated
  /// What a declared `track(property:)` takes.
  associatedtype EarlierUpdated
  /// What a declared generic `update(_:)` returns.
  associatedtype GenericResult

  /// The declared method.
  @_disfavoredOverload func update(_ property: Updated)
  /// The declared method.
  @_disfavoredOverload func update(_ property: some UserProperty) -> GenericResult
  /// The declared method.
  @_disfavoredOverload func track(property: EarlierUpdated)
  /// Nothing: missing where user properties would not arrive.
  static var _update: Void { get }
}

extension AnalyticsDestination {
  /// Nothing.
  @_disfavoredOverload public func update(_ property: some UserProperty) -> Void? { nil }
  /// Nothing.
  @_disfavoredOverload public func track(property: Void) {}
  /// Not available: see the message.
  @available(*, unavailable, message: "A hub calls 'update(_: TrackedUserProperty)'.")
  public static var _update: Void { () }
}

extension AnalyticsDestination
where Updated == TrackedUserProperty, EarlierUpdated == Void, GenericResult == Void? {
  /// Nothing.
  public static var _update: Void { () }
}
