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
  /// One word: the kind is kept in a bit that no address uses.
  // Known to inlined code that makes, copies and reads keys. Benchmarks: depth 4; with the owner in a second word, the
  // merge of six takes 1.2 times the instructions, and reading them 2.2 times.
  @usableFromInline
  enum Storage: Sendable {
    // Invariant: the entry is interned, and so never deallocated. `PropertyKeyTests` keeps keys of both kinds past the
    // scope that made them. Copying such a key counts nothing.
    case interned(Unmanaged<NameEntry>)
    case owned(NameEntry)
  }

  @usableFromInline let storage: Storage

  /// - Parameter entry: One that is interned: unowned and never deallocated, see ``Storage``.
  @inlinable
  init(interned entry: Unmanaged<NameEntry>) {
    storage = .interned(entry)
  }

  init(dynamicName name: String) {
    storage = .owned(NameEntry(dynamic: name))
  }

  private init(owning entry: NameEntry) {
    storage = .owned(entry)
  }

  /// The entry, uncounted.
  ///
  /// Invariant: used only while the key is there, whose storage keeps an owned entry; an interned one lives for ever.
  @inlinable @inline(__always)
  var reference: Unmanaged<NameEntry> {
    switch storage {
    case .interned(let entry): entry
    // The key keeps it: see above.
    case .owned(let entry): Unmanaged.passUnretained(entry)
    }
  }

  /// The entry, for whoever keeps it or is in no hurry.
  var entry: NameEntry { reference.takeUnretainedValue() }

  /// See ``NameEntry/filterBit``.
  @inline(__always)
  var filterBit: UInt64 { reference._withUnsafeGuaranteedRef { $0.filterBit } }

  /// See ``NameEntry/identityHash``.
  @inline(__always)
  var identityHash: Int { reference._withUnsafeGuaranteedRef { $0.identityHash } }

  /// Whether both are copies of one key, or made from one enum case. Asks for the words alone: to take an owned entry
  /// out, in order to compare it, would count it. That a key is one word is what `WrittenPropertiesTests` hold fast.
  @inline(__always)
  private func isIdentical(to other: PropertyKey) -> Bool {
    unsafeBitCast(storage, to: UInt.self) == unsafeBitCast(other.storage, to: UInt.self)
  }

  /// What a key is known by whose name lives for ever; `nil` for a key that owns its name.
  var lastingIdentity: ObjectIdentifier? {
    if case .interned = storage { ObjectIdentifier(entry) } else { nil }
  }

  /// The same key as a destination spells it: it has the new name, and is still found under the one it was written with.
  func spelled(_ name: String) -> PropertyKey {
    PropertyKey(owning: NameEntry(dynamic: name, origin: entry.origin ?? entry))
  }

  /// The name under which the key was written, however a destination spells it.
  var writtenName: String { (entry.origin ?? entry).name }

  /// Whether both were written as the same key, however they are spelt. What merging and lookup go by.
  @inline(__always)
  func denotesSame(as other: PropertyKey) -> Bool {
    if isIdentical(to: other) { return true }
    // One interned entry a name: two of them are different names.
    if case .interned = storage, case .interned = other.storage { return false }
    return identityHash == other.identityHash && isWritten(as: other)
  }

  @inline(never)
  private func isWritten(as other: PropertyKey) -> Bool { writtenName == other.writtenName }

  /// The form of any key in which a property carries it.
  public init(_ key: some Key) {
    self = key.propertyKey
  }

  /// A key named by a string literal.
  public init(stringLiteral name: String) {
    self.init(dynamicName: name)
  }

  /// The full name of the key.
  @inlinable public var name: String { reference._withUnsafeGuaranteedRef { $0.name } }

  /// The key itself.
  @inlinable public var propertyKey: PropertyKey { self }

  /// The full name of the key.
  public var description: String { name }

  /// Keys are equal if their names are.
  public static func == (left: PropertyKey, right: PropertyKey) -> Bool {
    if left.isIdentical(to: right) { return true }
    if case .interned = left.storage, case .interned = right.storage { return false }
    return left.entry.hash == right.entry.hash && left.entry.name == right.entry.name
  }

  /// Feeds the name's hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entry.hash)
  }
}
