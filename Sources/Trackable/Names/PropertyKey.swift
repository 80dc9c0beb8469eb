/// The key that a property stores, made from a key of any type. Comparing or copying it takes a few instructions.
///
/// ```swift
/// let property = Keys.albumName ~>> "Imagine"
/// property.key.name                        // "MyApp.Keys.albumName"
/// property.key == "MyApp.Keys.albumName"   // true: equal names are equal keys
/// ```
///
/// A key made from an enum case is a pointer to a name that lives as long as the process. A key made from a plain
/// string owns its name, and the name is released with the key.
public struct PropertyKey: Key, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The enum takes one word, because its case is stored in a bit that no address uses.
  // Visible to inlined code that makes, copies and reads keys. The benchmark `depth 4` shows the difference. With two
  // words, merging six properties would take 1.2 times as many instructions, and reading them 2.2 times as many.
  @usableFromInline enum Storage: Sendable {
    // Invariant: the record is interned, and so never deallocated. `PropertyKeyTests` keep keys of both kinds beyond
    // the scope that made them. Copying such a key changes no reference count.
    case interned(Unmanaged<NameRecord>)
    case owned(NameRecord)
  }

  @usableFromInline let storage: Storage

  /// A key that owns its name.
  @inline(never) init(
    owning name: IdentifierName, traits: KeyTraits = KeyTraits(), composed: NameRecord.ComposedSpelling? = nil,
    original: PropertyKey? = nil
  ) {
    storage = .owned(NameRecord(name, traits: traits, composed: composed, original: original))
  }

  /// A key with an interned record.
  init(_ interned: Unmanaged<NameRecord>) { storage = .interned(interned) }

  /// The key as the app's code has it. It differs from this key if a tracker in front has renamed the key.
  package var inCode: PropertyKey { withRecord { $0.original } ?? self }

  /// Whether a rule for `key` applies to this key. The rule may name the key by its current name or by its name in
  /// code.
  package func isMeant(by key: PropertyKey) -> Bool { self == key || withRecord { $0.original } == key }

  /// Creates a key from a plain string.
  @usableFromInline @inline(never) init(dynamicName name: String) { self.init(owning: IdentifierName(written: name)) }

  /// Reads the record, without a retain.
  ///
  /// Invariant: the key keeps an owned record alive until the record has been read. An interned record lives forever.
  // Without the extended lifetime, optimised code may release a key after its last use, before the record is read. Then
  // `RenamingTests` get garbage as names in optimised builds.
  @inlinable func withRecord<Value>(_ body: (NameRecord) -> Value) -> Value {
    let record =
      switch storage {
      case .interned(let record): record
      // The key keeps the record alive: see the invariant above.
      case .owned(let record): Unmanaged.passUnretained(record)
      }
    return withExtendedLifetime(self) { record._withUnsafeGuaranteedRef(body) }
  }

  /// The record with a retain, for code that keeps the record, or that need not be fast.
  var record: NameRecord { withRecord { $0 } }

  /// See ``NameRecord/hash``.
  var nameHash: Int { withRecord { $0.hash } }

  /// Whether the type of the original key declares traits: see ``KeyTraits``.
  @inlinable var hasTraits: Bool { withRecord { $0.hasTraits } }

  /// Whether this key with `nil` as its value may mean an entity whose ID is not known yet. The case of an enum without
  /// traits cannot mean such an entity. Most optional properties have such a key, and so cost nothing.
  var mayIdentify: Bool { if case .owned = storage { true } else { hasTraits } }

  /// The key whose value is the ID of the key's entity; `nil` if the key does not belong to an entity.
  @inline(never) var identifyingKey: PropertyKey? {
    hasTraits ? withRecord { $0.traits.identifyingKey } : nil
  }

  /// Whether only a tracker that reads sensitive properties gets the value.
  @inline(never) package var isSensitive: Bool { hasTraits && withRecord { $0.traits.isSensitive } }

  /// Whether both keys are copies of one key, or made from the same enum case. The method compares the two words as
  /// integers, because a comparison of owned records would retain the records. `unsafeBitCast` traps if a key is not
  /// one word.
  func isIdentical(to other: PropertyKey) -> Bool {
    unsafeBitCast(storage, to: UInt.self) == unsafeBitCast(other.storage, to: UInt.self)
  }

  /// The name, with the positions of the dots at which a style may drop components.
  package var identifier: IdentifierName {
    withRecord { IdentifierName(text: $0.name, dots: $0.dots) }
  }

  /// The key's name when a destination flattens nested properties.
  ///
  /// - Parameters:
  ///   - outer: The flattened name of the outer key; `nil` for a key that is not nested.
  ///   - composition: The rule for joining the two keys. The rule does not apply if a style has already spelled the
  ///     composed name.
  package func composedName(
    inside outer: IdentifierName?, by composition: NamingStyle.Composition? = nil
  ) -> IdentifierName {
    guard let outer else { return identifier }
    if let composed = record.composed, composed.outer == outer.text { return composed.name }
    return identifier.inside(outer, by: composition ?? .withoutSharedPath)
  }

  /// Whether a destination's style has spelled the composed name as a whole. Such a name cannot be derived from the
  /// names of the two keys.
  package func hasComposedSpelling(inside outer: IdentifierName?) -> Bool {
    outer != nil && record.composed?.outer == outer?.text
  }

  /// Creates a nested key that a store has read, with its flattened name.
  package init(stored name: String, composed: String, inside outer: IdentifierName) {
    self.init(
      owning: IdentifierName(written: name),
      composed: (IdentifierName(written: composed), outer.text))
  }

  /// Creates a renamed key that a store has read, with its name in code.
  @usableFromInline package init(stored name: String, inCode code: String, isSensitive: Bool = false) {
    self.init(
      owning: IdentifierName(written: name), traits: KeyTraits(isSensitive: isSensitive),
      original: PropertyKey(dynamicName: code))
  }

  /// Creates the key that a property stores from a key of any type.
  @inlinable public init<K: Key>(_ key: K) {
    if let known = NameTable.lookup(NameTable.word(.key, of: K.self, key)) {
      storage = .interned(known)
    } else {
      storage = Self.storage(asking: key)
    }
  }

  // The inlined initializer above calls this method.
  /// Makes the key of a case at its first use, and every time for a type whose names are not cached.
  @usableFromInline static func storage<K: Key>(asking key: K) -> Storage {
    if K.self == String.self { return .owned(NameRecord(IdentifierName(written: key.name))) }
    if K.self == PropertyKey.self, let same = key as? PropertyKey { return same.storage }
    let (name, traits) = (IdentifierName(key.name, of: K.self), KeyTraits(of: K.self))
    // The record is interned, and so never deallocated: see ``Storage``.
    let record = NameTable.record(NameTable.word(.key, of: K.self, key), name, traits)
    return record.map { .interned(.passUnretained($0)) } ?? .owned(NameRecord(name, traits: traits))
  }

  /// A key named by a string literal.
  public init(stringLiteral name: String) {
    self.init(dynamicName: name)
  }

  /// The full name of the key.
  @inlinable public var name: String { withRecord { $0.name } }

  /// The full name of the key.
  public var description: String { name }

  /// Keys with equal names are equal.
  public static func == (left: PropertyKey, right: PropertyKey) -> Bool {
    if left.isIdentical(to: right) { return true }
    return left.nameHash == right.nameHash && left.hasName(of: right)
  }

  @inline(never) private func hasName(of other: PropertyKey) -> Bool { name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(nameHash)
  }
}
