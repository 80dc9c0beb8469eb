/// A key as a property carries it: a name that is compared and copied in a few instructions.
///
/// ```swift
/// let property = Keys.albumName ~>> "Imagine"
/// property.key.name                        // "MyApp.Keys.albumName"
/// property.key == "MyApp.Keys.albumName"   // true: equal names are equal keys
/// ```
///
/// Keys made from enum cases are pointers to names that live for ever. A key made from a plain string owns its name,
/// and nothing of it is left when the key is gone.
public struct PropertyKey: Key, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  // Invariant: `entry` is interned, and so never deallocated, or it is `owner`. `PropertyKeyTests` keeps keys of both
  // kinds past the scope that made them.
  unowned(unsafe) let entry: NameEntry
  private let owner: NameEntry?

  init(interned entry: NameEntry) {
    assert(entry.isInterned)
    self.entry = entry
    self.owner = nil
  }

  init(dynamicName name: String) {
    let entry = NameEntry(dynamic: name)
    self.entry = entry
    self.owner = entry
  }

  /// The form of any key in which a property carries it.
  public init(_ key: some Key) {
    self = key.propertyKey
  }

  /// A key named by a string literal.
  public init(stringLiteral name: String) {
    self.init(dynamicName: name)
  }

  /// The full name of the key.
  public var name: String { entry.name }

  /// The key itself.
  public var propertyKey: PropertyKey { self }

  /// The full name of the key.
  public var description: String { name }

  /// Keys are equal if their names are.
  public static func == (left: PropertyKey, right: PropertyKey) -> Bool {
    if left.entry === right.entry { return true }
    // One interned entry a name: two of them are different names.
    if left.entry.isInterned && right.entry.isInterned { return false }
    return left.entry.hash == right.entry.hash && left.entry.name == right.entry.name
  }

  /// Feeds the name's hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entry.hash)
  }
}
