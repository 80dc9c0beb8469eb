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
///
/// An enum whose cases carry values is named by type path and case as well, and a `switch` over its cases gives the
/// properties, checked by the compiler:
///
/// ```swift
/// enum ContactsEvent: AnalyticsEvent {
///   case addContactTapped
///   case contactSelected(index: Int)
///
///   var properties: TrackedProperties {
///     switch self {
///     case .addContactTapped: []
///     case .contactSelected(let index): [ContactsKey.contactIndex ~>> index]
///     }
///   }
/// }
///
/// ContactsEvent.contactSelected(index: 2).name   // "MyApp.ContactsEvent.contactSelected"
/// ```
///
/// Cost of a name that is not declared: tens of nanoseconds, except for a case with values, whose name the runtime looks
/// up each time a tracker reads it: up to a microsecond. Declare `name` with a `switch` where that is too much.
public protocol AnalyticsEvent: AnalyticsEventWithPropertyList {
  /// The full name. The default is the type path, followed by the case for an enum: its raw value where it has `String`
  /// raw values, its name otherwise.
  var name: String { get }

  /// The general category. The default is the simple name of the enclosing type: `User` for
  /// `Events.User.didRateAlbum`.
  var entity: String { get }

  /// The later name of ``entity``. An event may declare either; read `entity`.
  var category: String { get }

  /// What kind of event it is. The default is ``AnalyticsEventType/userAction``.
  var eventType: AnalyticsEventType { get }

  /// What the event always says. Rank 2: below the call site, above the object that tracks it. The default is nothing.
  var properties: TrackedProperties { get }
}

extension AnalyticsEvent {
  /// The type path, and the case of an enum.
  public var name: String { TypeName.of(self).name }
  /// The category, where one is declared; else the simple name of the type around the event, or of the module.
  public var entity: String { category }
  /// The simple name of the type around the event, or of the module.
  public var category: String { TypeName.of(self).entity }
  // These two are inlined into the event's conformance, where nothing is left of an empty list. Benchmarks: depth 4.
  /// A user action.
  @inlinable public var eventType: AnalyticsEventType { .userAction }
  /// Nothing, or what an event of the older form declares as a list.
  @inlinable public var properties: TrackedProperties {
    let list: [TrackedProperty] = propertyList
    return list.isEmpty ? TrackedProperties() : TrackedProperties(list)
  }
}

extension AnalyticsEvent where Self: RawRepresentable, RawValue == String {
  /// The type path and the raw value: `MyApp.Events.User.didRateAlbum`.
  @inlinable public var name: String {
    if let known = NameTable.knownEntry(of: self) { return known._withUnsafeGuaranteedRef { $0.name } }
    return newName
  }

  // Known to the inlined `name`.
  /// The name of a case that is asked for the first time, or of a type whose names are not kept.
  @usableFromInline var newName: String {
    NameTable.entry(of: self, name: NameTable.composedName(of:))?.name ?? NameTable.composedName(of: self)
  }

  /// The simple name of the enum: `User` for `MyApp.Events.User.didRateAlbum`.
  public var category: String { NameTable.path(of: Self.self).simpleName }
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
