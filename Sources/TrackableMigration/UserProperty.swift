/// Something that is known about the user, which may still be named by `identifier`, and may generate its events under the earlier
/// name.
///
/// In a file that imports this module, `UserProperty` is this protocol, which refines the core's `UserProperty`.
///
/// Errors: the compiler warns of a declared `identifier` or `generateUpdateEvents()`, which count, and of `updateEvents()` of another
/// type. It refuses a declared `trackedValue`: `value` is sent, and may be bare where `trackedValue` is a hash.
public protocol UserProperty: TrackableCore.UserProperty {
  /// The type of a declared `identifier`.
  associatedtype EarlierName
  /// The type of events that are declared under the earlier name.
  associatedtype EarlierEvents
  /// The type of declared events.
  associatedtype DeclaredEvents
  /// The type of a declared `trackedValue`.
  associatedtype EarlierValue

  /// The declared name.
  @_disfavoredOverload var identifier: EarlierName { get }
  /// The events that are declared under the earlier name.
  @_disfavoredOverload func generateUpdateEvents() -> EarlierEvents
  /// The declared events.
  @_disfavoredOverload func updateEvents() -> DeclaredEvents
  /// The declared value.
  @_disfavoredOverload var trackedValue: EarlierValue { get }
  /// Nothing: deprecated where an `identifier` is declared.
  static var _identifier: Void { get }
  /// Nothing: deprecated where `generateUpdateEvents()` is declared.
  static var _generateUpdateEvents: Void { get }
  /// Nothing: deprecated where `updateEvents()` has another type.
  static var _updateEvents: Void { get }
  /// Nothing: missing where a `trackedValue` is declared.
  static var _trackedValue: Void { get }
}

extension UserProperty {
  /// Nothing.
  @_disfavoredOverload public var identifier: Void { () }
  /// Nothing.
  @_disfavoredOverload public func generateUpdateEvents() {}
  /// Nothing.
  @_disfavoredOverload public func updateEvents() {}
  /// Nothing.
  @_disfavoredOverload public var trackedValue: Void { () }
  /// Nothing.
  @available(*, deprecated, message: "Call 'identifier', sent if there is no 'name', so.")
  public static var _identifier: Void { () }
  /// Nothing.
  @available(*, deprecated, message: "Call 'generateUpdateEvents', tracked if there are no 'updateEvents', so.")
  public static var _generateUpdateEvents: Void { () }
  /// Nothing.
  @available(*, deprecated, message: "Give 'updateEvents()' the type [any AnalyticsEvent].")
  public static var _updateEvents: Void { () }
  /// Not available: see the message.
  @available(*, unavailable, message: "Let 'value' be what 'trackedValue' is, and remove that: 'value' is sent.")
  public static var _trackedValue: Void { () }
}

extension TrackableCore.UserProperty where Self: UserProperty {
  /// The declared events; those under the earlier name if there are no others.
  public func updateEvents() -> [any TrackableCore.AnalyticsEvent] {
    let declared = updateEvents() as DeclaredEvents as? [Any] ?? generateUpdateEvents() as EarlierEvents as? [Any] ?? []
    return declared.compactMap { $0 as? any TrackableCore.AnalyticsEvent ?? ($0 as? any _TrackedAsEvent)?._event }
  }
}

extension UserProperty where EarlierName == Void {
  /// Nothing.
  public static var _identifier: Void { () }
}

extension UserProperty where EarlierName == String {
  /// The identifier.
  public var name: String { identifier }
}

extension UserProperty where EarlierEvents == Void {
  /// Nothing.
  public static var _generateUpdateEvents: Void { () }
}

extension UserProperty where DeclaredEvents == Void {
  /// Nothing.
  public static var _updateEvents: Void { () }
}

extension UserProperty where DeclaredEvents == [any AnalyticsEvent] {
  /// Nothing.
  public static var _updateEvents: Void { () }
}

extension UserProperty where EarlierValue == Void {
  /// Nothing.
  public static var _trackedValue: Void { () }
}
