/// The key of a property.
///
/// Declare keys as enums with `String` raw values, and they are named by their type path: no name is typed by hand,
/// none can be misspelt, and nested enums group what belongs together.
///
/// ```swift
/// enum Keys: String, Key {
///   case albumName
///   enum App: String, Key { case uptime }
/// }
///
/// Keys.albumName.name    // "MyApp.Keys.albumName"
/// Keys.App.uptime.name   // "MyApp.Keys.App.uptime"
/// "plan".name            // "plan": plain strings are keys too
/// ```
///
/// The name is the same in debug and release builds and from run to run. How a destination spells it is up to a
/// ``NamingStyle``. The library asks an enum case for its name once and keeps the answer, so `name` must always be
/// the same for a case. Types that are larger than two bytes, such as most structs, are asked every time.
///
/// Two keys are the same key if their names are equal, whatever their types.
public protocol Key: Sendable {
  /// The full name of the key. Enums with `String` raw values get it from their type path and case.
  var name: String { get }

  /// What the type says about its keys, if anything. The defaults are right for every key; never implement it yourself.
  static var _keyTraits: (@Sendable () -> _KeyTraits)? { get }
}

extension Key {
  // A function, so that the compiler knows of most types that they say nothing. Benchmarks: depth 4.
  /// Keys of no entity.
  @inlinable public static var _keyTraits: (@Sendable () -> _KeyTraits)? { nil }
}

extension Key where Self: RawRepresentable, RawValue == String {
  /// The type path and the raw value: `MyApp.Keys.App.uptime`.
  public var name: String { NameTable.path(of: Self.self).name + "." + rawValue }
}

extension String: Key {
  /// The string itself.
  public var name: String { self }
}

/// What the type of a key says about its keys.
public struct _KeyTraits: Sendable, Equatable {
  /// The key that tells apart what the entity describes. Found by its name: to ask an entity's key for its own
  /// identifying key, which is often that same key, would never end.
  let identifyingKey: PropertyKey?

  /// Whether what has the key is shown to nobody who does not ask for it.
  let isSensitive: Bool

  /// Whether there is nothing special about the keys.
  var isEmpty: Bool { identifyingKey == nil && !isSensitive }

  init(identifyingKey: PropertyKey? = nil, isSensitive: Bool = false) {
    self.identifyingKey = identifyingKey
    self.isSensitive = isSensitive
  }
}
