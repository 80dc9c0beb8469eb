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
  var identifier: EarlierName { get }

  /// The declared events.
  func generateUpdateEvents() -> EarlierEvents

  /// The declared value.
  var trackedValue: EarlierValue { get }
  /// Nothing: there to be missing where a `trackedValue` is declared.
  static var _trackedValue: Void { get }

  /// The events to track after each update. The default is none.
  func updateEvents() -> [any AnalyticsEvent]
}

extension UserProperty {
  /// None.
  @_disfavoredOverload public func updateEvents() -> [any AnalyticsEvent] { [] }

  /// The same events.
  public func updateEvents() -> [any Trackable.AnalyticsEvent] { updateEvents() as [any AnalyticsEvent] }

  /// Not available: see the message.
  @available(*, unavailable, message: "Let 'value' be what 'trackedValue' is, and remove that: 'value' is sent.")
  public static var _trackedValue: Void { () }
}

extension UserProperty where EarlierName == Void {
  /// Nothing.
  public var identifier: Void { () }
}

extension UserProperty where EarlierName == String {
  /// The identifier.
  @available(*, deprecated, message: "Call 'identifier', which is sent, 'name'.")
  public var name: String { identifier }
}

extension UserProperty where EarlierEvents == Void {
  /// Nothing.
  public func generateUpdateEvents() {}
}

extension UserProperty where EarlierEvents == [any AnalyticsEvent] {
  /// The events.
  @available(*, deprecated, message: "Call 'generateUpdateEvents', which is tracked, 'updateEvents'.")
  public func updateEvents() -> [any AnalyticsEvent] { generateUpdateEvents() }
}

@available(*, deprecated)
extension UserProperty where EarlierEvents == [any TrackableEvent] {
  /// The events.
  @available(*, deprecated, message: "Call 'generateUpdateEvents', which is tracked, 'updateEvents'.")
  public func updateEvents() -> [any Trackable.AnalyticsEvent] { generateUpdateEvents().map { EarlierEvent(base: $0) } }
}

extension UserProperty where EarlierValue == Void {
  /// Nothing.
  public var trackedValue: Void { () }
  /// Nothing.
  public static var _trackedValue: Void { () }
}
