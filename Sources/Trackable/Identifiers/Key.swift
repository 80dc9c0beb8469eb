/// What a property is called.
///
/// Write keys as enums with `String` raw values and they name themselves by their type path: nothing is typed by hand,
/// nothing can be misspelt, and nested enums group what belongs together.
///
/// ```swift
/// enum Keys: String, Key {
///   case albumName
///   enum App: String, Key { case uptime }
/// }
///
/// Keys.albumName.name    // "MyApp.Keys.albumName"
/// Keys.App.uptime.name   // "MyApp.Keys.App.uptime"
/// "plan".name            // "plan": a plain string is a key too
/// ```
///
/// The name is the same in debug and release builds and from run to run; how it is spelt at a destination is the
/// business of an ``IdentifierStyle``. A case's name is asked for once and then kept, so `name` must be a constant of
/// the case. A type that is larger than two bytes, such as a struct, is asked every time and nothing is kept.
///
/// Two keys are the same key if their names are equal, whatever their types.
public protocol Key: Sendable {
  /// The full name of the key. Enums with `String` raw values get it from their type path and case.
  var name: String { get }

  /// The form in which the key enters a property. The default is right for every key; nothing needs to write it.
  var propertyKey: PropertyKey { get }
}

extension Key {
  /// A key that is named by ``Key/name`` each time it is used.
  public var propertyKey: PropertyKey { PropertyKey(dynamicName: name) }
}

extension Key where Self: RawRepresentable, RawValue == String {
  /// The type path and the raw value: `MyApp.Keys.App.uptime`.
  public var name: String { NameTable.composedName(of: self) }

  /// The case's interned name.
  @inlinable public var propertyKey: PropertyKey {
    if let known = NameTable.knownEntry(of: self) { return PropertyKey(interned: known) }
    return newPropertyKey
  }

  // Known to the inlined `propertyKey`.
  /// The key of a case that is asked for the first time, or of a type whose names are not kept.
  @usableFromInline var newPropertyKey: PropertyKey {
    NameTable.entry(of: self) { $0.name }.map { PropertyKey(interned: .passUnretained($0)) }
      ?? PropertyKey(dynamicName: name)
  }
}

extension String: Key {
  /// The string itself.
  public var name: String { self }
}
