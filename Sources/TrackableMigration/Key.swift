/// A key that may say its name as `description`, as it was then.
///
/// In a file that imports this module, `Key` is this protocol, which refines the core's `Key`.
///
/// Errors: the compiler warns of a declared `description`, which is sent, of a `name` in an enum, which may be there by chance, and is
/// sent, and of a raw value that is a number.
public protocol Key: _DescribedKey {}

/// A key that may say its name as `description`.
public protocol _DescribedKey: TrackableCore.Key, _SelfDescribing {}

extension Key {
  /// Nothing.
  @_disfavoredOverload public var description: Void { () }
  /// Nothing.
  @_disfavoredOverload public var name: Void { () }
}

extension _SelfDescribing where Self: TrackableCore.Key, EarlierName == String, DeclaredName == Void {
  /// The description.
  public var name: String { earlierName }
}

extension _DescribedKey where Self: RawRepresentable {
  // Not disfavoured, so that `key.name` is this and not the `Void`.
  /// The description, or the type path and the raw value.
  public var name: String { earlierName as? String ?? TypePath.text(of: Self.self) + ".\(rawValue)" }
}

extension TrackableCore.Key {
  /// The name as the earlier closure gets it.
  @available(*, deprecated, renamed: "name")
  public var description: String { Trackable.spelling.key(name) }

  /// The name of a key inside this one, as the earlier closure gets it.
  @available(*, deprecated, message: "Nest the value: 'Keys.album ~>> [Keys.Details.year ~>> 1971]'.")
  public func composeKeyWith(_ key: some TrackableCore.Key) -> String {
    Trackable.spelling.joined(description, key.description)
  }
}

extension String: Key {
  /// Nothing.
  public static var _description: Void { () }
}

extension PropertyKey: Key {
  /// Nothing.
  public static var _description: Void { () }
}
