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
    self.init(owning: NameEntry(dynamic: name))
  }

  private init(owning entry: NameEntry) {
    self.entry = entry
    self.owner = entry
  }

  /// The same key as a destination spells it: it has the new name, and is still found under the one it was written with.
  func spelled(_ name: String) -> PropertyKey {
    PropertyKey(owning: NameEntry(dynamic: name, origin: entry.origin ?? entry))
  }

  /// The name under which the key was written, however a destination spells it.
  var writtenName: String { (entry.origin ?? entry).name }

  /// Whether both were written as the same key, however they are spelt. What merging and lookup go by.
  func denotesSame(as other: PropertyKey) -> Bool {
    if entry === other.entry { return true }
    if entry.isInterned && other.entry.isInterned { return false }
    return entry.identityHash == other.entry.identityHash && writtenName == other.writtenName
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
