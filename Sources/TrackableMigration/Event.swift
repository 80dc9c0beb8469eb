// This is how the compiler finds members that were written for the earlier library. Each such member is a requirement
// with an associated type. If a type declares the member, the compiler infers the declared type. If the type does not,
// the compiler infers `Void` from a default. No code reads that default, because `@_disfavoredOverload` makes the
// compiler prefer the core's member of the same name. A static requirement has two defaults: an unavailable one, and
// another one that is available if the compiler has inferred the expected types. So two kinds of members do not
// compile: members that the library would not read, and members that an earlier type has by chance and that the library
// would send.
//
// If two protocols have a default and one refines the other, the compiler infers the default of the refining protocol.
// So the default `Void` of `name` is declared for `Event`, `IdentifiedEvent` and `Key`. The `name` that is sent is
// declared for the protocols that these refine.

/// An event that is a case of an enum.
///
/// In a file that imports this module, `Event` is this protocol, which refines the core's `Event`.
///
/// Errors: the compiler refuses a `description`, because the earlier library sent it as the name. In an enum with raw
/// values, the compiler also refuses a `name`, because the earlier library did not send it, and a raw value that is not
/// a `String`.
public protocol Event: AnalyticsEvent, TrackableCore.Event, _Case {}

/// A case of an enum of events or keys. In the earlier library, its name was its `description`: the path and the raw
/// value.
public protocol _Case {
  /// The type of a declared `description`.
  associatedtype EarlierName
  /// The type of a declared `name`.
  associatedtype DeclaredName

  /// The declared description.
  @_disfavoredOverload var description: EarlierName { get }
  /// The declared name.
  @_disfavoredOverload var name: DeclaredName { get }
  /// A requirement for the compiler alone. If the library would send another name than the earlier library, the default
  /// of this requirement is unavailable, and the conformance does not compile.
  static var _name: Void { get }
}

extension _Case {
  /// Unavailable: the compiler's message says what to write instead.
  @available(*, unavailable, message: "'description' was sent: call it 'name', and import Trackable in this file.")
  public static var _name: Void { () }
}

extension _Case where EarlierName == Void {
  /// Nothing.
  public static var _name: Void { () }
}

extension _Case where EarlierName == Void, Self: RawRepresentable {
  /// Unavailable: the compiler's message says what to write instead.
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

extension TrackableCore.Event {
  /// The name as the earlier closure gets it.
  @available(*, deprecated, renamed: "name")
  public var description: String { Trackable.spelling.event(name) }
}
