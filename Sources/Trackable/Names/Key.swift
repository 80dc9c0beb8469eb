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

  /// Whether the type of the key says more about it than its name. The defaults are right for every key; never implement it
  /// yourself.
  var _hasTraits: Bool { get }
}

extension Key {
  // Asked of the type, so that the compiler knows the answer. Benchmarks: depth 4 (240 instructions).
  /// `false`: a key of no entity, which is not sensitive.
  @inlinable public var _hasTraits: Bool { false }
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
struct KeyTraits: Sendable, Equatable {
  /// The key that tells apart what the entity describes. Found by its name: to ask an entity's key for its own
  /// identifying key, which is often that same key, would never end.
  var identifyingKey: PropertyKey?

  /// Whether what has the key is shown to nobody who does not ask for it.
  var isSensitive = false
}

extension KeyTraits {
  /// What a type says, looked up once for each of its cases.
  init(of type: any Key.Type) {
    identifyingKey = (type as? any EntityKey.Type)?.namedIdentifyingKey
    isSensitive = type is any SensitiveKey.Type
  }
}
