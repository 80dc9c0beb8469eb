/// A key.
///
/// In a file that imports this module, `Key` is this protocol, which refines the core's `Key`.
///
/// Errors: the compiler refuses a `description`, because the earlier library sent it as the name. In an enum with raw
/// values, the compiler also refuses a `name`, because the earlier library did not send it.
public protocol Key: _NamedKey, _Case {}

/// A key with a default name. The protocol has no associated type `DeclaredName`, because with one Swift 6.3 crashes at
/// a `case name` in another file.
public protocol _NamedKey: TrackableCore.Key {}

extension _NamedKey where Self: RawRepresentable, RawValue == String {
  // This property is not disfavoured, so that `key.name` means it and not the default of type `Void`.
  /// The type path and the raw value.
  public var name: String { TypePath.text(of: Self.self) + "." + rawValue }
}

extension Key {
  /// Nothing.
  @_disfavoredOverload public var description: Void { () }
  /// Nothing.
  @_disfavoredOverload public var name: Void { () }
}

extension TrackableCore.Key {
  /// The name as the earlier closure gets it.
  @available(*, deprecated, renamed: "name")
  public var description: String { Trackable.spelling.key(name) }

  /// Unavailable: the compiler's message says what to write instead.
  @available(*, unavailable, message: "Nest the other key: 'Keys.album ~>> [Keys.Details.year ~>> 1971]'.")
  public func composeKeyWith(_ other: some TrackableCore.Key) -> String { fatalError() }
}

extension PropertyKey {
  /// Whether the text is the name of the key, with the prefix or without it, as in
  /// `switch property.key { case "album": }`.
  @available(*, deprecated, message: "Compare keys: 'if property.key == PropertyKey(Keys.album)'.")
  public static func ~= (name: String, key: PropertyKey) -> Bool {
    [key.name, Trackable.spelling.key(key.name)].contains(name)
  }
}
