/// Something that is known about the user, which may still be named by `identifier`, and may generate its events under the earlier
/// name.
///
/// In a file that imports this module, it takes the place of the core's `UserProperty`, which it refines.
///
/// Errors: the compiler warns of a declared `identifier` or `generateUpdateEvents()`, which count. It refuses a declared
/// `trackedValue`: `value` is sent, and may be bare where `trackedValue` is a hash.
public protocol UserProperty: Trackable.UserProperty {
  /// The type of a declared `identifier`.
  associatedtype EarlierName
  /// The type of declared events.
  associatedtype EarlierEvents
  /// The type of a declared `trackedValue`.
  associatedtype EarlierValue

  /// The declared name.
  @_disfavoredOverload var identifier: EarlierName { get }
  /// The declared events.
  @_disfavoredOverload func generateUpdateEvents() -> EarlierEvents
  /// The declared value.
  @_disfavoredOverload var trackedValue: EarlierValue { get }
  /// Nothing: deprecated where an `identifier` is declared.
  static var _identifier: Void { get }
  /// Nothing: deprecated where `generateUpdateEvents()` is declared.
  static var _generateUpdateEvents: Void { get }
  /// Nothing: missing where a `trackedValue` is declared.
  static var _trackedValue: Void { get }

  /// The events to track after each update. The default is none.
  func updateEvents() -> [any AnalyticsEvent]
}

extension UserProperty {
  /// None.
  @_disfavoredOverload public func updateEvents() -> [any AnalyticsEvent] { [] }
  /// The same events.
  public func updateEvents() -> [any Trackable.AnalyticsEvent] { updateEvents() as [any AnalyticsEvent] }

  /// Nothing.
  @_disfavoredOverload public var identifier: Void { () }
  /// Nothing.
  @_disfavoredOverload public func generateUpdateEvents() {}
  /// Nothing.
  @_disfavoredOverload public var trackedValue: Void { () }
  /// Nothing.
  public static var _identifier: Void { () }
  /// Nothing.
  public static var _generateUpdateEvents: Void { () }
  /// Not available: see the message.
  @available(*, unavailable, message: "Let 'value' be what 'trackedValue' is, and remove that: 'value' is sent.")
  public static var _trackedValue: Void { () }
}

extension UserProperty where EarlierName == String {
  /// Nothing.
  @available(*, deprecated, message: "Call 'identifier', sent if there is no 'name', so.")
  public static var _identifier: Void { () }
  /// The identifier.
  public var name: String { identifier }
}

extension UserProperty where EarlierEvents: Collection {
  /// Nothing.
  @available(*, deprecated, message: "Call 'generateUpdateEvents', tracked if there are no 'updateEvents', so.")
  public static var _generateUpdateEvents: Void { () }
}

extension UserProperty where EarlierEvents == [any AnalyticsEvent] {
  /// The events.
  public func updateEvents() -> [any AnalyticsEvent] { generateUpdateEvents() }
}

@available(*, deprecated)
extension UserProperty where EarlierEvents == [any TrackableEvent] {
  /// The events.
  public func updateEvents() -> [any Trackable.AnalyticsEvent] { generateUpdateEvents().map { EarlierEvent($0) } }
}

extension UserProperty where EarlierValue == Void {
  /// Nothing.
  public static var _trackedValue: Void { () }
}
