/// A type whose identifiers keep the path that is given here, however the code is renamed or moved.
///
/// ```swift
/// extension Events {
///   enum Listener: String, Event, PinnedPath {                      // was Events.User until version 2.3
///     static let pinnedPath = "Beatles.Events.User"
///     case didRateAlbum
///   }
/// }
///
/// Events.Listener.didRateAlbum.name     // "Beatles.Events.User.didRateAlbum"
/// Events.Listener.didRateAlbum.entity   // "User"
/// ```
///
/// Pin a path when you rename or move a type whose events a dashboard knows. It takes the place of the module, the
/// enclosing types and the type itself, so a style such as ``NamingStyle/droppingModule`` spells it like any other path.
/// Whatever is named by its path can be pinned: events, keys and user properties. A case is pinned by its raw value:
/// `case didRateAlbum = "rated"`.
///
/// A pin holds for the type itself, not for the types nested in it: each has a path of its own. Several types may pin one
/// path, for example when an enum is split between two modules.
///
/// Cost: none for each event. The path is asked for once, so it must always be the same.
///
/// Errors: a path that is empty, or has an empty component, is not used, and an issue
/// (``TrackableIssue/Kind/unusablePinnedPath``) is reported once for the type.
public protocol PinnedPath {
  /// The path in place of the type's own: module, enclosing types and the type, joined by dots.
  static var pinnedPath: String { get }
}
