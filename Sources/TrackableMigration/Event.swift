// In this module, a member of an earlier version is a requirement with an associated type. If a type declares the
// member, the compiler infers the declared type. If not, the compiler infers `Void` from a default that no code reads:
// `@_disfavoredOverload` leaves reading to the word for all types. A static requirement has an unavailable default, and an
// available one where all these types are as they should be. So a member that nobody would read does not compile, and neither does
// one that an earlier type may have by chance and that would be sent now.
//
// If two protocols have a default and one refines the other, the compiler infers the default of the refining one. So the
// `Void` of a name is declared for `Event`, `IdentifiedEvent` and `Key`, and what is sent for protocols that these refine.

/// An event that is a case of an enum.
///
/// In a file that imports this module, `Event` is this protocol, which refines the core's `Event`.
///
/// Errors: the compiler refuses a `description`, which was the name; in an enum, also a `name`, which was not, and a raw value that is no
/// `String`.
public protocol Event: AnalyticsEvent, TrackableCore.Event, _Case {}

/// A case of an enum of events or keys, whose name was its `description`: the path and the raw value.
public protocol _Case {
  /// The type of a declared `description`.
  associatedtype EarlierName
  /// The type of a declared `name`.
  associatedtype DeclaredName

  /// The declared description.
  @_disfavoredOverload var description: EarlierName { get }
  /// The declared name.
  @_disfavoredOverload var name: DeclaredName { get }
  /// Nothing: missing where something else than before would be sent.
  static var _name: Void { get }
}

extension _Case {
  /// Not available: see the message.
  @available(*, unavailable, message: "'description' was sent: call it 'name', and import Trackable in this file.")
  public static var _name: Void { () }
}

extension _Case where EarlierName == Void {
  /// Nothing.
  public static var _name: Void { () }
}

extension _Case where EarlierName == Void, Self: RawRepresentable {
  /// Not available: see the message.
  @available(*, unavailable, message: "'name' would be sent, no raw value but a String: rename, or import Trackable.")
  public static var _name: Void { () }
}

extension _Case where EarlierName == Void, Self: RawRepresentable, RawValue == String, DeclaredName == Void {
  /// Nothing.
  public static var _name: Void { () }
}

extension Event {
  /// Nothing.
  @_disfavoredOverload public var description: Void { () }
  /// Nothing.
  @_disfavoredOverload public var name: Void { () }
}

extension AnalyticsEvent {
  // Not disfavoured, so that `event.name` is this and not the `Void`.
  /// The type path, and the raw value or the case.
  public var name: String {
    let raw = (self as? any RawRepresentable)?.rawValue as? String
    return raw.map { TypePath.text(of: Self.self) + "." + $0 } ?? TypePath.name(ofEvent: self)
  }
}

extension TrackableCore.Event {
  /// The name as the earlier closure gets it.
  @available(*, deprecated, renamed: "name")
  public var description: String { Trackable.spelling.event(name) }
}
