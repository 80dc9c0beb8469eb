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

  /// The form in which a property carries the key. The default is right for every key; never implement it yourself.
  var _propertyKey: PropertyKey { get }

  /// What the type says about its keys. The defaults are right for every key; never implement it yourself.
  static var _keyTraits: _KeyTraits { get }

  /// Whether the type says anything about its keys.
  var _hasTraits: Bool { get }
}

extension Key {
  /// A key that asks for ``Key/name`` each time it is used.
  public var _propertyKey: PropertyKey { PropertyKey(dynamicName: name, traits: Self._keyTraits) }

  /// Keys of no entity.
  public static var _keyTraits: _KeyTraits { _KeyTraits() }
  /// `false`.
  @inlinable public var _hasTraits: Bool { false }
}

extension Key where Self: RawRepresentable, RawValue == String {
  /// The type path and the raw value: `MyApp.Keys.App.uptime`.
  public var name: String { NameTable.composedName(of: self) }

  /// The case's interned name.
  @inlinable public var _propertyKey: PropertyKey {
    if let known = NameTable.knownEntry(of: self) { return PropertyKey(interned: known) }
    return newKey
  }

  // Called from the inlined `_propertyKey`.
  /// The key of a case that is used for the first time, or of a type whose names are not kept.
  @usableFromInline var newKey: PropertyKey {
    NameTable.entry(of: self, traits: Self._keyTraits) { $0.name }.map { PropertyKey(interned: .passUnretained($0)) }
      ?? PropertyKey(dynamicName: name, traits: Self._keyTraits)
  }
}

extension String: Key {
  /// The string itself.
  public var name: String { self }

  /// A key that owns its name.
  public var _propertyKey: PropertyKey { PropertyKey(dynamicName: self) }
}
