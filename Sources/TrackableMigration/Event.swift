// In this module, a member of an earlier version is a requirement with an associated type. If a type declares the
// member, the compiler infers the declared type. If not, the compiler infers `Void` from a default that no code reads:
// `@_disfavoredOverload` leaves reading to the word for all types. A static requirement is deprecated for the declared
// type and not for `Void`, so that the compiler warns where the type conforms, whichever new word is beside the member.
// A new word that an earlier type may have by chance has such requirements as well.
//
// If two protocols have a default and one refines the other, the compiler infers the default of the refining one. So the `Void` of a name is declared for `Event`,
// `IdentifiedEvent` and `Key`, and what is sent for protocols that these refine.

/// An event that is a case of an enum, and may say its name as `description`, as it was then.
///
/// In a file that imports this module, `Event` is this protocol, which refines the core's `Event`.
///
/// Errors: the compiler warns of a declared `description`, which is sent; of `name` and `properties` in an enum, which may be there by
/// chance, and are sent; and of a raw value that is a number.
public protocol Event: AnalyticsEvent, TrackableCore.Event, _SelfDescribing {}

/// A type that may declare a `name`.
public protocol _Named {
  /// The type of a declared `name`.
  associatedtype DeclaredName

  /// The declared name.
  @_disfavoredOverload var name: DeclaredName { get }
  /// Nothing: deprecated where a `name` may be declared by chance.
  static var _name: Void { get }
}

/// A type that may say its name as `description`.
public protocol _SelfDescribing: _Named {
  /// The type of a declared `description`.
  associatedtype EarlierName

  /// The declared description.
  @_disfavoredOverload var description: EarlierName { get }
  /// Nothing: deprecated where a `description` is declared.
  static var _description: Void { get }
}

extension _SelfDescribing {
  var earlierName: EarlierName { description }

  /// Nothing.
  public static var _name: Void { () }
  /// Nothing.
  public static var _description: Void { () }
}

extension _SelfDescribing where EarlierName == String {
  /// Nothing.
  @available(*, deprecated, message: "Call 'description', sent if there is no 'name', so, or make it the raw value.")
  public static var _description: Void { () }
}

extension _SelfDescribing where DeclaredName == String, Self: RawRepresentable {
  /// Nothing.
  @available(*, deprecated, message: "'name' is sent, not the raw value. Call it something else, or import Trackable.")
  public static var _name: Void { () }
}

extension Event {
  /// Nothing.
  @_disfavoredOverload public var description: Void { () }
  /// Nothing.
  @_disfavoredOverload public var name: Void { () }
}

extension Event where EarlierProperties == TrackedProperties, Self: RawRepresentable {
  /// Nothing.
  @available(*, deprecated, message: "'properties' are sent. Call them something else, or import Trackable.")
  public static var _properties: Void { () }
}

extension _SelfDescribing where DeclaredName == Void, Self: RawRepresentable, RawValue: Numeric {
  /// Nothing.
  @available(*, deprecated, message: "Declare 'name': Trackable does not send a raw value that is a number.")
  public static var _name: Void { () }
}

extension AnalyticsEvent {
  // Not disfavoured, so that `event.name` is this and not the `Void`.
  /// The description; or else the type path, and the raw value or the case.
  public var name: String {
    if let description = (self as? any _SelfDescribing)?.earlierName as? String { return description }
    let raw = (self as? any RawRepresentable).map { $0.rawValue as Any }
    guard let raw, raw is String || self is any Event else { return TypePath.name(ofEvent: self) }
    return TypePath.text(of: Self.self) + ".\(raw)"
  }
}

extension TrackableCore.Event {
  /// The name as the earlier closure gets it.
  @available(*, deprecated, renamed: "name")
  public var description: String { Trackable.spelling.event(name) }
}
