/// A key that may say its name as `description`, as it was then.
///
/// In a file that imports this module, it takes the place of the core's `Key`, which it refines.
///
/// Errors: the compiler warns of a declared `description`, which is sent.
public protocol Key: Trackable.Key, _SelfDescribing {}

extension Key where EarlierName == Void {
  /// Nothing.
  @_disfavoredOverload public var description: Void { () }
}

extension Key where EarlierName == String {
  /// The description.
  @available(*, deprecated, message: "Call 'description', which is sent, 'name', or make it the raw value.")
  public var name: String { earlierName }
}

extension Trackable.Key {
  /// The name as the earlier closure gets it.
  @available(*, deprecated, renamed: "name")
  public var description: String { Trackable.spelling.key(name) }

  /// The name of a key inside this one, as the earlier closure gets it.
  @available(*, deprecated, message: "Nest the value: 'Keys.album ~>> [Keys.Details.year ~>> 1971]'.")
  public func composeKeyWith(_ key: some Trackable.Key) -> String {
    Trackable.spelling.joined(description, key.description)
  }
}

extension String: Key {}
extension PropertyKey: Key {}
