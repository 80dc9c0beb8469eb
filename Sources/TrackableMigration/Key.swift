/// A key.
///
/// In a file that imports this module, `Key` is this protocol, which refines the core's `Key`.
///
/// Errors: the compiler refuses a `description`, which was the name; in an enum, also a `name`, which was not.
public protocol Key: _KeyCase {}

/// A key that may be a case.
public protocol _KeyCase: TrackableCore.Key, _Case {}

extension Key {
  /// Nothing.
  @_disfavoredOverload public var description: Void { () }
  /// Nothing.
  @_disfavoredOverload public var name: Void { () }
}

extension _KeyCase where Self: RawRepresentable, RawValue == String {
  // Not disfavoured, so that `key.name` is this and not the `Void`.
  /// The type path and the raw value.
  public var name: String { TypePath.text(of: Self.self) + "." + rawValue }
}

extension TrackableCore.Key {
  /// The name as the earlier closure gets it.
  @available(*, deprecated, renamed: "name")
  public var description: String { Trackable.spelling.key(name) }
}

extension PropertyKey {
  /// Whether this key has a name, with the prefix or without it, as in `switch property.key { case "album": }`.
  @available(*, deprecated, message: "Compare keys: 'if property.key == PropertyKey(Keys.album)'.")
  public static func ~= (name: String, key: PropertyKey) -> Bool {
    [key.name, Trackable.spelling.key(key.name)].contains(name)
  }
}
