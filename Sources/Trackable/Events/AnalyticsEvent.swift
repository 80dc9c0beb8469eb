/// Something that happened and is worth reporting.
///
/// Everything has a default, so an event is as short as it can be:
///
/// ```swift
/// struct PaymentSent: AnalyticsEvent {
///   let amount: Int
///   var properties: TrackedProperties { [Keys.amount ~>> amount] }
/// }
///
/// PaymentSent(amount: 20).name     // "Wallet.PaymentSent"
/// PaymentSent(amount: 20).entity   // "Wallet"
/// ```
///
/// For events without data of their own, use an enum and ``Event``.
public protocol AnalyticsEvent: Sendable {
  /// The full name. The default is the type path, followed by the raw value for enums with `String` raw values.
  var name: String { get }

  /// The general category. The default is the simple name of the enclosing type: `User` for
  /// `Events.User.didRateAlbum`.
  var entity: String { get }

  /// What kind of event it is. The default is ``AnalyticsEventType/userAction``.
  var eventType: AnalyticsEventType { get }

  /// What the event always says. Rank 2: below the call site, above the object that tracks it. The default is nothing.
  var properties: TrackedProperties { get }
}

extension AnalyticsEvent {
  /// The type path.
  public var name: String { NameTable.path(of: Self.self).name }
  /// The simple name of the type around this one, or of the module.
  public var entity: String { NameTable.path(of: Self.self).enclosingName }
  /// A user action.
  public var eventType: AnalyticsEventType { .userAction }
  /// Nothing.
  public var properties: TrackedProperties { TrackedProperties() }
}

extension AnalyticsEvent where Self: RawRepresentable, RawValue == String {
  /// The type path and the raw value: `MyApp.Events.User.didRateAlbum`.
  public var name: String {
    NameTable.entry(of: self, name: NameTable.composedName(of:))?.name ?? NameTable.composedName(of: self)
  }
  /// The simple name of the enum: `User` for `MyApp.Events.User.didRateAlbum`.
  public var entity: String { NameTable.path(of: Self.self).simpleName }
}

/// An event that is one case of an enum with `String` raw values, and is named by its type path.
///
/// ```swift
/// enum Events {
///   enum User: String, Event {
///     case didSelectBeatle, didSelectAlbum, didRateAlbum
///   }
/// }
///
/// Events.User.didRateAlbum.name     // "MyApp.Events.User.didRateAlbum"
/// Events.User.didRateAlbum.entity   // "User"
/// ```
public protocol Event: AnalyticsEvent {}
