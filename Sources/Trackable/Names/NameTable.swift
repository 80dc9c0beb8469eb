/// Finds the name of a case of a type, and the path of a type, without a lock once they are known.
///
/// The cases of an enum are told apart by a *tag*, the one or two bytes of the value. Type and tag together are the key
/// of an open-addressed table of atomic words, which are only ever filled in: a reader sees a pair either empty or final.
/// A table that becomes too small is copied to a larger one, which is published in its place. The old one is never freed,
/// since a reader may still be using it; but as sizes double, the old tables together are smaller than the one in use, and
/// the total is bounded by the number of cases in the program.
// Visible to inlined code that knows the type of a key. Benchmarks: depth 4.
@usableFromInline
enum NameTable: Sendable {
  /// Of what the name is. A type may be both an event and a key, and say something about its keys.
  @usableFromInline enum Role: UInt, Sendable { case key, event, path, kind }

  /// The entry of a case, or `nil` for types that are larger than a tag of two bytes (structs with stored strings, enums
  /// with large payloads). These may have any number of names, so they are not kept. Nor are those of a key whose name
  /// belongs to a key of another type that says something else about it.
  static func entry<Identifier>(
    of identifier: Identifier, as role: Role, _ make: (Identifier) -> (name: IdentifierName, traits: _KeyTraits)
  ) -> NameEntry? {
    guard let tag = tag(of: identifier) else { return nil }
    let word = word(of: Identifier.self, tag, role)
    if let known = lookup(word) { return known.takeUnretainedValue() }
    // An adopter's functions are called outside of the lock.
    let (name, traits) = make(identifier)
    let entry = tables.withLock { $0.entry(name, role, traits) }
    guard entry.dots == name.dots, entry.traits == traits else { return nil }
    return tables.withLock { $0.add(entry, word) }
  }

  /// The entry of a case, if it was asked for before.
  ///
  /// When it is inlined where the type is known, the tag is one load and the metadata a constant. The entry is not
  /// retained, because it lives for ever. Benchmarks: depth 4; see `~>>`.
  @inlinable @inline(__always)
  static func knownEntry<Identifier>(of identifier: Identifier, as role: Role) -> Unmanaged<NameEntry>? {
    guard let tag = tag(of: identifier) else { return nil }
    return lookup(word(of: Identifier.self, tag, role))
  }

  /// The path of a type.
  static func path(of type: Any.Type) -> NameEntry {
    let word = word(of: type, 0, .path)
    if let known = lookup(word) { return known.takeUnretainedValue() }
    let components = TypePath.components(of: type)
    let dots = components.dropLast().reduce(into: []) { $0.append(($0.last.map { $0 + 1 } ?? 0) + $1.utf8.count) }
    let name = IdentifierName(text: components.joined(separator: "."), dots: dots)
    // Types with the same path, such as all instances of a generic type, share an entry.
    let entry = tables.withLock { $0.entry(name, .path, _KeyTraits()) }
    return tables.withLock { $0.add(entry, word) }
  }

  /// Whether a path was asked for.
  static func isKnown(path: String) -> Bool { tables.withLock { $0.entries[.path]?[path] != nil } }

  /// Whether a type is an enum. The first time, `find` tells.
  static func isEnum(_ type: Any.Type, _ find: () -> Bool) -> Bool {
    if lookup(word(of: type, 1, .kind)) != nil { return true }
    if lookup(word(of: type, 0, .kind)) != nil { return false }
    let isEnum = find()
    let path = path(of: type)
    _ = tables.withLock { $0.add(path, word(of: type, isEnum ? 1 : 0, .kind)) }
    return isEnum
  }

  /// The bytes that tell the cases of a small enum apart, or `nil` for larger types.
  @inlinable @inline(__always)
  static func tag<Identifier>(of identifier: Identifier) -> UInt? {
    switch MemoryLayout<Identifier>.size {
    case 0: 0
    case 1: withUnsafeBytes(of: identifier) { UInt($0[0]) }
    case 2: withUnsafeBytes(of: identifier) { UInt($0.loadUnaligned(as: UInt16.self)) }
    default: nil
    }
  }

  /// What stands for a type, a tag and a role.
  ///
  /// Invariant: the address of a type's metadata has at most 48 bits, the lowest three of which are zero. So 45 bits of
  /// type, 16 of tag and 2 of role never overlap, and the word is not zero.
  @inlinable @inline(__always)
  static func word(of type: Any.Type, _ tag: UInt, _ role: Role) -> UInt64 {
    UInt64(UInt(bitPattern: ObjectIdentifier(type)) &>> 3) | UInt64(tag) &<< 45 | UInt64(role.rawValue) &<< 61
  }

  // Called from the inlined ``knownEntry(of:as:)``.
  @usableFromInline
  static func lookup(_ word: UInt64) -> Unmanaged<NameEntry>? {
    guard let table = Table(address: root.value) else { return nil }
    // Invariant: a value is the address of an entry that `Tables` retains for ever.
    return UnsafeRawPointer(bitPattern: UInt(table.value(forKey: word))).map(Unmanaged.fromOpaque)
  }

  private static let root = AtomicWord()
  private static let tables = Lock(Tables())

  /// The writers' side, under the lock. What is in it is never removed: this is what makes an interned entry immortal.
  private struct Tables: ~Copyable {
    /// One entry for each name in each role.
    private(set) var entries: [Role: [String: NameEntry]] = [:]
    private var count = 0

    mutating func entry(_ name: IdentifierName, _ role: Role, _ traits: _KeyTraits) -> NameEntry {
      if let known = entries[role]?[name.text] { return known }
      let entry = NameEntry(name, traits: traits, isInterned: true)
      entries[role, default: [:]][name.text] = entry
      return entry
    }

    mutating func add(_ entry: NameEntry, _ word: UInt64) -> NameEntry {
      if NameTable.lookup(word) != nil { return entry }
      let current = Table(address: root.value)
      count += 1
      // Kept at most half full.
      if let current, 2 * count <= current.capacity {
        current.set(entry, forKey: word)
      } else {
        let larger = Table(capacity: max(64, 2 * (current?.capacity ?? 0)), copying: current)
        larger.set(entry, forKey: word)
        root.set(larger.address)
      }
      return entry
    }
  }
}

extension IdentifierName {
  /// The name of something that is named by the path of its type, and perhaps a case, unless it declares a name.
  init(_ text: String, of type: Any.Type) { self.init(text, path: NameTable.path(of: type).name) }

  private init(_ text: String, path: String) {
    let end = path.utf8.count
    let isPath = text.utf8.starts(with: path.utf8)
    if isPath, text.utf8.count == end {
      self.init(path: text)
    } else if isPath, text.utf8.dropFirst(end).first == UInt8(ascii: ".") {
      self.init(text: text, dots: Self.dots(in: path) + [end])
    } else {
      self.init(written: text)
    }
  }

  /// A name of which nothing is known but its text, for a plan: it begins with the longest path of a type that was asked
  /// for.
  package init(known text: String) {
    let ends = Self.dots(in: text) + [text.utf8.count]
    let path = ends.last { NameTable.isKnown(path: text.prefix(bytes: $0)) }
    self.init(text, path: path.map { text.prefix(bytes: $0) } ?? text + ".")
  }
}

/// An open-addressed table, never freed.
///
/// Invariant: `base` points to initialised words: the capacity, then as many pairs of key and value. The memory is never
/// deallocated or resized, so a `Table` made from a published address is valid for ever; that is why there is no
/// `deinit`. `NameTableTests` grow the table while readers are inside, under the thread sanitizer.
private struct Table {
  private let base: UnsafeMutablePointer<UInt64>

  init(capacity: Int, copying other: Table?) {
    base = .allocate(capacity: 1 + 2 * capacity)
    base.initialize(repeating: 0, count: 1 + 2 * capacity)
    base.setAtomically(UInt64(capacity))
    guard let other else { return }
    for pair in 0..<other.capacity {
      let key = other.word(2 * pair).atomicValue
      if key != 0 { set(other.word(2 * pair + 1).atomicValue, forKey: key) }
    }
  }

  init?(address: UInt64) {
    guard let base = UnsafeMutablePointer<UInt64>(bitPattern: UInt(address)) else { return nil }
    self.base = base
  }

  var address: UInt64 { UInt64(UInt(bitPattern: base)) }
  var capacity: Int { Int(base.atomicValue) }

  @inline(__always)
  func value(forKey key: UInt64) -> UInt64 {
    var pair = firstPair(forKey: key)
    while true {
      let found = word(2 * pair).atomicValue
      if found == key { return word(2 * pair + 1).atomicValue }
      if found == 0 { return 0 }
      pair = (pair + 1) & (capacity - 1)
    }
  }

  // Sound: the address only, of an entry that `Tables` retains for ever.
  func set(_ entry: NameEntry, forKey key: UInt64) {
    set(UInt64(UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque())), forKey: key)
  }

  private func set(_ value: UInt64, forKey key: UInt64) {
    var pair = firstPair(forKey: key)
    while word(2 * pair).atomicValue != 0 { pair = (pair + 1) & (capacity - 1) }
    // The value first: a reader that finds the key must find the value as well.
    word(2 * pair + 1).setAtomically(value)
    word(2 * pair).setAtomically(key)
  }

  private func word(_ index: Int) -> UnsafeMutablePointer<UInt64> { base + 1 + index }

  @inline(__always)
  private func firstPair(forKey key: UInt64) -> Int {
    // Fibonacci hashing spreads the key over the upper bits; the tag has to be among the lower ones before.
    let mixed = (key ^ (key &>> 32)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 32) & (capacity - 1)
  }
}
