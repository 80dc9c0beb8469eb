/// An action, a screen or a change in the app that is worth reporting.
///
/// Every requirement has a default, so an event declares only some of them:
///
/// ```swift
/// struct PaymentSent: AnalyticsEvent {
///   let amount: Int
///   var properties: TrackedProperties { Keys.amount ~>> amount }
/// }
///
/// PaymentSent(amount: 20).name     // "Wallet.PaymentSent"
/// PaymentSent(amount: 20).entity   // "Wallet"
/// ```
///
/// For events without data of their own, use an enum that conforms to ``Event``.
///
/// An enum whose cases carry values is named by its type path and case as well. A `switch` over the cases gives the
/// properties, and the compiler checks that the `switch` is complete:
///
/// ```swift
/// enum ContactsEvent: AnalyticsEvent {
///   case addContactTapped
///   case contactSelected(index: Int)
///
///   var properties: TrackedProperties {
///     switch self {
///     case .addContactTapped: []
///     case .contactSelected(let index): ContactsKey.contactIndex ~>> index
///     }
///   }
/// }
///
/// ContactsEvent.contactSelected(index: 2).name   // "MyApp.ContactsEvent.contactSelected"
/// ```
///
/// The system reads `name` and `entity` once, when the event is tracked. Later changes of these values have no effect.
///
/// Cost of a default name: tens of nanoseconds. For a case with values, the runtime looks up the name, which takes up
/// to a microsecond. If that is too slow, declare `name` with a `switch`.
///
/// Errors: a compiler option omits the reflection metadata. With that option, the cases of an enum without `String` raw
/// values have no names. Such an event has the path of its type as its name, and the library reports an issue
/// (`nameUnavailable`) once for each enum.
///
/// <doc:Naming> has the rule for names.
public protocol AnalyticsEvent: Sendable {
  /// The full name of the event. The default is the type path. For an enum, the default is the type path and the raw
  /// value of the case; if that is not a `String`, the type path and the name of the case.
  var name: String { get }

  /// The general subject of the event. The default is the simple name of the enclosing type: `User` for
  /// `Events.User.didRateAlbum`.
  var entity: String { get }

  /// The kind of event. The default is ``AnalyticsEventType/userAction``.
  var eventType: AnalyticsEventType { get }

  /// The properties that the event always carries, none by default. They have rank 2: properties of the call win over
  /// them, and they win over those of the object that tracks the event.
  @TrackedPropertiesBuilder var properties: TrackedProperties { get }
}

// The defaults here, and in all other protocols of the library, are disfavoured. Without the attribute, the compiler
// would choose the default, and not the property that the type declares, where the compiler has to infer types, as in
// the comparison `event.properties["user"] != (id.map { .string($0) } ?? .null)`. `DefaultsOfEventsTests` check this.

extension AnalyticsEvent {
  /// The type path, followed by the case for an enum.
  @_disfavoredOverload public var name: String { TypePath.name(ofEvent: self) }
  /// The simple name of the enclosing type or, if there is none, of the module. For an enum, the simple name of the
  /// enum itself.
  @_disfavoredOverload public var entity: String { TypePath.enclosing(self) }
  // These two defaults are inlined into the event's conformance, so that an empty list costs nothing. The benchmark
  // `depth 4` shows the difference.
  /// A user action: ``AnalyticsEventType/userAction``.
  @_disfavoredOverload @inlinable public var eventType: AnalyticsEventType { .userAction }
  /// No properties.
  @_disfavoredOverload @inlinable public var properties: TrackedProperties { [] }
}

extension AnalyticsEvent where Self: RawRepresentable, RawValue == String {
  /// The type path and the raw value: `MyApp.Events.User.didRateAlbum`.
  @_disfavoredOverload @inlinable public var name: String {
    let word = NameTable.word(.event, of: Self.self, self)
    return NameTable.lookup(word)?._withUnsafeGuaranteedRef { $0.name } ?? newName(word)
  }

  // The inlined `name` calls this method.
  /// It makes the name of a case at its first use, and every time for a type whose names are not cached.
  @usableFromInline func newName(_ word: UInt64) -> String {
    let name = NameTable.path(of: Self.self).name + "." + rawValue
    NameTable.record(word, IdentifierName(name, of: Self.self))
    return name
  }

  /// The simple name of the enum: `User` for `MyApp.Events.User.didRateAlbum`.
  @_disfavoredOverload public var entity: String {
    // The getter does not retain the record, because threads would contend for the record's reference count. The
    // benchmark `depth 4` shows the difference.
    NameTable.lookup(NameTable.word(.path, of: Self.self, ()))?._withUnsafeGuaranteedRef { $0.simple }
      ?? NameTable.path(of: Self.self).simple
  }
}

/// An event that is a case of an enum with `String` raw values. The event's name is the type path and the raw value.
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
