/// Something that happened and is worth reporting.
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
/// For events without data of their own, use an enum and ``Event``.
///
/// An enum whose cases carry values is named by its type path and case as well. A `switch` over the cases gives the
/// properties, and the compiler checks that none is forgotten:
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
/// `name` and `entity` are read once, when the event is tracked: what an event computes later changes nothing.
///
/// Cost of a default name: tens of nanoseconds. The runtime looks up the name of a case with values, which takes up to a
/// microsecond; where that is too much, declare `name` with a `switch`.
///
/// Errors: where the compiler was told to leave out reflection metadata, the cases of an enum without `String` raw
/// values have no names. Their events then go out under the path of the type, and an issue
/// (`nameUnavailable`) is reported once per enum.
///
/// The rule for names: <doc:Naming>.
public protocol AnalyticsEvent: Sendable {
  /// The full name. The default is the type path; for an enum, followed by the raw value of the case if that is a
  /// `String`, else by the name of the case.
  var name: String { get }

  /// The subject of the event, in general. The default is the simple name of the enclosing type: `User` for
  /// `Events.User.didRateAlbum`.
  var entity: String { get }

  /// The kind of event. The default is ``AnalyticsEventType/userAction``.
  var eventType: AnalyticsEventType { get }

  /// The properties that the event always carries. Rank 2: below the call site, above the object that tracks it. The
  /// default is none.
  @TrackedPropertiesBuilder var properties: TrackedProperties { get }
}

// The defaults are disfavoured, here and elsewhere. In a comparison whose types the compiler has to infer, as in
// `event.properties["user"] != (id.map { .string($0) } ?? .null)`, it would otherwise read the default in place of the property
// that the type declares. `DefaultsOfEventsTests` fail without the attribute.

extension AnalyticsEvent {
  /// The type path, followed by the case for an enum.
  @_disfavoredOverload public var name: String { TypePath.name(ofEvent: self) }
  /// The simple name of the enclosing type, or else of the module. For an enum, that of the enum itself.
  @_disfavoredOverload public var entity: String { TypePath.enclosing(self) }
  // These two are inlined into the event's conformance, where an empty list then costs nothing. Benchmarks: depth 4.
  /// A user action.
  @_disfavoredOverload @inlinable public var eventType: AnalyticsEventType { .userAction }
  /// None.
  @_disfavoredOverload @inlinable public var properties: TrackedProperties { [] }
}

extension AnalyticsEvent where Self: RawRepresentable, RawValue == String {
  /// The type path and the raw value: `MyApp.Events.User.didRateAlbum`.
  @_disfavoredOverload @inlinable public var name: String {
    let word = NameTable.word(.event, of: Self.self, self)
    return NameTable.lookup(word)?._withUnsafeGuaranteedRef { $0.name } ?? newName(word)
  }

  // Called from the inlined `name`.
  /// The name of a case that is used for the first time, or of a type whose names are not kept.
  @usableFromInline func newName(_ word: UInt64) -> String {
    let name = NameTable.path(of: Self.self).name + "." + rawValue
    NameTable.record(word, IdentifierName(name, of: Self.self))
    return name
  }

  /// The simple name of the enum: `User` for `MyApp.Events.User.didRateAlbum`.
  @_disfavoredOverload public var entity: String {
    // Without a reference to the entry, for which threads would contend. Benchmarks: depth 4.
    NameTable.lookup(NameTable.word(.path, of: Self.self, ()))?._withUnsafeGuaranteedRef { $0.simple }
      ?? NameTable.path(of: Self.self).simple
  }
}

/// An event that is a case of an enum with `String` raw values, and is named by its type path.
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
