/// A fact about the user.
///
/// In a file that imports this module, `UserProperty` is this protocol, which refines the core's `UserProperty`.
///
/// Errors: the compiler refuses members that the library would not read: `identifier`, `trackedValue` and
/// `generateUpdateEvents()` of a `TrackableProperty`, and `updateEvents()` of another type than `[any AnalyticsEvent]`.
public protocol UserProperty: TrackableCore.UserProperty {
  /// The type of a declared `identifier`.
  associatedtype EarlierName
  /// The type of a declared `trackedValue`.
  associatedtype EarlierValue
  /// The type of events that are declared under the earlier name.
  associatedtype EarlierEvents
  /// The type of declared events.
  associatedtype DeclaredEvents

  /// The declared name.
  @_disfavoredOverload var identifier: EarlierName { get }
  /// The declared value.
  @_disfavoredOverload var trackedValue: EarlierValue { get }
  /// The events that are declared under the earlier name.
  @_disfavoredOverload func generateUpdateEvents() -> EarlierEvents
  /// The declared events.
  @_disfavoredOverload func updateEvents() -> DeclaredEvents
  /// A requirement that no code reads. Its default is unavailable if the type still has an earlier member.
  static var _newWords: Void { get }
}

extension UserProperty {
  /// Nothing.
  @_disfavoredOverload public var identifier: Void { () }
  /// Nothing.
  @_disfavoredOverload public var trackedValue: Void { () }
  /// Nothing.
  @_disfavoredOverload public func generateUpdateEvents() {}
  /// No events.
  @_disfavoredOverload public func updateEvents() -> [any AnalyticsEvent] { [] }
  /// Unavailable: the compiler's message says what to write instead.
  @available(*, unavailable, message: "Read are 'name', 'value', 'updateEvents() -> [any AnalyticsEvent]' only.")
  public static var _newWords: Void { () }
}

extension UserProperty
where EarlierName == Void, EarlierValue == Void, EarlierEvents == Void, DeclaredEvents == [any AnalyticsEvent] {
  /// Nothing.
  public static var _newWords: Void { () }
}

extension TrackableCore.UserProperty where Self: UserProperty, DeclaredEvents == [any AnalyticsEvent] {
  /// The declared events.
  public func updateEvents() -> [any TrackableCore.AnalyticsEvent] { updateEvents() as DeclaredEvents }
}
