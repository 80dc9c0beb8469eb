/// A key in the form in which a property carries it: comparing and copying it takes a few instructions.
///
/// ```swift
/// let property = Keys.albumName ~>> "Imagine"
/// property.key.name                        // "MyApp.Keys.albumName"
/// property.key == "MyApp.Keys.albumName"   // true: equal names are equal keys
/// ```
///
/// A key made from an enum case is a pointer to a name that lives for ever. A key made from a plain string owns its
/// name, which is released with the key.
public struct PropertyKey: Key, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// One word: the case is kept in a bit that no address uses.
  // Visible to inlined code that makes, copies and reads keys. Benchmarks: depth 4. With two words, merging six
  // properties takes 1.2 times the instructions, and reading them 2.2 times.
  @usableFromInline
  enum Storage: Sendable {
    // Invariant: the entry is interned, and so never deallocated. `PropertyKeyTests` keeps keys of both kinds past the
    // scope that made them. Copying such a key touches no reference count.
    case interned(Unmanaged<NameEntry>)
    case owned(NameEntry)
  }

  @usableFromInline let storage: Storage

  /// - Parameter entry: One that is interned: unowned and never deallocated, see ``Storage``.
  @inlinable
  init(interned entry: Unmanaged<NameEntry>) {
    storage = .interned(entry)
  }

  init(dynamicName name: String, traits: _KeyTraits = _KeyTraits()) {
    storage = .owned(NameEntry(dynamic: name, traits: traits))
  }

  private init(owning entry: NameEntry) {
    storage = .owned(entry)
  }

  /// The entry, without a retain.
  ///
  /// Invariant: used only while this key exists. The key keeps an owned entry alive; an interned one lives for ever.
  @inlinable @inline(__always)
  var reference: Unmanaged<NameEntry> {
    switch storage {
    case .interned(let entry): entry
    // The key keeps it: see above.
    case .owned(let entry): Unmanaged.passUnretained(entry)
    }
  }

  /// The entry, retained: for code that keeps it, or that need not be fast.
  var entry: NameEntry { reference.takeUnretainedValue() }

  /// See ``NameEntry/filterBit``.
  @inline(__always)
  var filterBit: UInt64 { reference._withUnsafeGuaranteedRef { $0.filterBit } }

  /// See ``NameEntry/hash``.
  @inline(__always)
  var nameHash: Int { reference._withUnsafeGuaranteedRef { $0.hash } }

  /// Whether the type of the key from which this one was made says anything about it: see ``_KeyTraits``.
  public var _hasTraits: Bool { filterBit >= NameEntry.specialBit }

  /// The key that tells apart what the key's entity describes; `nil` for a key of no entity.
  var identifyingKey: PropertyKey? {
    _hasTraits ? reference._withUnsafeGuaranteedRef { $0.traits.identifyingKey } : nil
  }

  /// Whether what has the key is shown to nobody who does not ask for it.
  package var isSensitive: Bool { _hasTraits && reference._withUnsafeGuaranteedRef { $0.traits.isSensitive } }

  /// See ``NameEntry/identityHash``.
  @inline(__always)
  var identityHash: Int { reference._withUnsafeGuaranteedRef { $0.identityHash } }

  /// Whether both are copies of one key, or made from the same enum case. It compares the bare words, because taking an
  /// owned entry out to compare it would retain it. `WrittenPropertiesTests` check that a key is one word.
  @inline(__always)
  private func isIdentical(to other: PropertyKey) -> Bool {
    unsafeBitCast(storage, to: UInt.self) == unsafeBitCast(other.storage, to: UInt.self)
  }

  /// The identity of a name that lives for ever; `nil` for a key that owns its name.
  var lastingIdentity: ObjectIdentifier? {
    if case .interned = storage { ObjectIdentifier(entry) } else { nil }
  }

  /// The same key under the name that a destination has for it. It is still found by the one it was written with.
  func spelled(_ name: String) -> PropertyKey {
    PropertyKey(owning: NameEntry(dynamic: name, spelling: .init(of: entry.written, style: nil)))
  }

  /// The same key as a destination's style spells it. It is still found by the name it was written with.
  func spelled(by names: SpelledNames) -> PropertyKey {
    let spelling = NameEntry.Spelling(of: entry.written, style: (names, before: entry))
    return PropertyKey(owning: NameEntry(dynamic: names.style(name), spelling: spelling))
  }

  /// The key as the styles spell it that have spelled another one; `nil` if that one was given a name of its own.
  func spelled(like other: PropertyKey) -> PropertyKey? {
    guard other.isSpelled else { return self }
    return other.style.flatMap { style in spelled(like: style.before)?.spelled(by: style.names) }
  }

  /// The key for what takes the place of a property with this one. A destination's spelling stays, and whether the value
  /// is sensitive is said by the key under which it is given.
  func replaced(by given: PropertyKey) -> PropertyKey {
    if !isSpelled || given.isSpelled || given.isSensitive && !isSensitive { return given }
    return isSensitive == given.isSensitive ? self : PropertyKey(stored: name, written: writtenName, composed: nil)
  }

  /// The style that spelled the key last, and the key before it did; `nil` if the key has the name it was written with,
  /// or one that was given for it.
  var style: (names: SpelledNames, before: PropertyKey)? {
    entry.spelling?.style.map {
      ($0.names, $0.before.isInterned ? .init(interned: .passUnretained($0.before)) : .init(owning: $0.before))
    }
  }

  /// Whether a destination's spelling replaced the name with which the key was written.
  package var isSpelled: Bool { filterBit & NameEntry.spelledBit != 0 }

  /// The name with which the key was written, however a destination spells it.
  package var writtenName: String { entry.written.name }

  /// What the key is called where nested properties are flattened, if it was stored with it.
  var storedComposedName: String? { entry.spelling?.composed }

  /// A key that was stored: as a destination spelled it, and still found by the name it was written with.
  ///
  /// - Parameter composed: What it is called where nested properties are flattened; `nil` for one that is not nested.
  package init(stored name: String, written: String, composed: String?) {
    let spelling = NameEntry.Spelling(of: NameEntry(dynamic: written), style: nil, composed: composed)
    self.init(owning: NameEntry(dynamic: name, spelling: spelling))
  }

  /// Whether both were written as the same key, however they are spelt. Merging and look-up ask this first, and then
  /// whether the names are equal that the keys have now.
  @inline(__always)
  func denotesSame(as other: PropertyKey) -> Bool {
    if isIdentical(to: other) { return true }
    // There is one interned entry per name, so different entries have different names.
    if case .interned = storage, case .interned = other.storage { return false }
    return identityHash == other.identityHash && isWritten(as: other)
  }

  /// Whether the keys cannot be taken for the same, by whatever name. It may say no where they cannot.
  @inline(__always)
  func evidentlyDiffers(from other: PropertyKey) -> Bool {
    if isIdentical(to: other) { return false }
    if case .interned = storage, case .interned = other.storage { return true }
    return (filterBit | other.filterBit) & NameEntry.spelledBit == 0 && !denotesSame(as: other)
  }

  @inline(never)
  private func isWritten(as other: PropertyKey) -> Bool { writtenName == other.writtenName }

  /// Any key in the form in which a property carries it.
  public init(_ key: some Key) {
    self = key._propertyKey
  }

  /// A key named by a string literal.
  public init(stringLiteral name: String) {
    self.init(dynamicName: name)
  }

  /// The full name of the key.
  @inlinable public var name: String { reference._withUnsafeGuaranteedRef { $0.name } }

  /// The key itself.
  @inlinable public var _propertyKey: PropertyKey { self }

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
