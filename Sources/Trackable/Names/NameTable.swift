internal import TrackableAtomics

/// Finds the name of a case of a type, and the path of a type, without a lock once they are known.
///
/// The cases of an enum are told apart by a *tag*, the one or two bytes of the value. Type and tag together are the key
/// of an open-addressed table of atomic words, which are only ever filled in: a reader sees a pair either empty or
/// final. A table that becomes too small is copied to a larger one, which is published in its place. The old one is
/// never freed, since a reader may still be using it; but as sizes double, the old tables together are smaller than the
/// one in use, and the total is bounded by the number of cases in the program.
// Visible to inlined code that knows the type of a key. Benchmarks: depth 4.
@usableFromInline
enum NameTable: Sendable {
  /// Of what the name is. A type may be both an event and a key, and say something about its keys.
  @usableFromInline enum Role: UInt64, Sendable { case key, event, path, kind }

  /// The entry of a case, or `nil` for types that are larger than a tag of two bytes (structs with stored strings,
  /// enums with large payloads). These may have any number of names, so they are not kept. Nor are those of a key whose
  /// name belongs to a key of another type that says something else about it.
  @discardableResult
  static func entry(
    _ word: UInt64, _ role: Role, _ name: IdentifierName, _ traits: KeyTraits = KeyTraits()
  ) -> NameEntry? {
    if word == 0 { return nil }
    let entry = tables.withLock { $0.entry(name, role, traits) }
    guard entry.dots == name.dots, entry.traits.areEqual(to: traits) else { return nil }
    tables.withLock { $0.add(entry, word) }
    return entry
  }

  /// The path of a type.
  static func path(of type: Any.Type) -> NameEntry {
    let word = word(.path, of: type, ())
    if let known = lookup(word) { return known.takeUnretainedValue() }
    let name = TypePath.name(of: type)
    // Types with the same path, such as all instances of a generic type, share an entry.
    let entry = tables.withLock { $0.entry(name, .path, KeyTraits()) }
    tables.withLock { $0.add(entry, word) }
    return entry
  }

  /// Whether a path was asked for.
  static func isKnown(path: String) -> Bool { tables.withLock { $0.entries[Int(Role.path.rawValue)][path] != nil } }

  /// Whether a type is an enum. The first time, `find` tells.
  static func isEnum(_ type: Any.Type, _ find: () -> Bool) -> Bool {
    for isEnum in [true, false] where lookup(word(.kind, of: type, isEnum)) != nil { return isEnum }
    let isEnum = find()
    let path = path(of: type)
    tables.withLock { $0.add(path, word(.kind, of: type, isEnum)) }
    return isEnum
  }

  /// What stands for a type, a tag and a role; zero if the tag is larger than two bytes.
  ///
  /// When it is inlined where the type is known, the tag is one load and the metadata a constant. Benchmarks: depth 4;
  /// see `~>>`.
  ///
  /// Invariant: the address of a type's metadata has at most 48 bits, the lowest three of which are zero. So 45 bits of
  /// type, 16 of tag and 2 of role never overlap, and the word is not zero.
  @inlinable @inline(__always)
  static func word<Tag>(_ role: Role, of type: Any.Type, _ tag: Tag) -> UInt64 {
    let bits: UInt64
    switch MemoryLayout<Tag>.size {
    case 0: bits = 0
    case 1: bits = withUnsafeBytes(of: tag) { UInt64($0[0]) }
    case 2: bits = withUnsafeBytes(of: tag) { UInt64($0.loadUnaligned(as: UInt16.self)) }
    default: return 0
    }
    return UInt64(UInt(bitPattern: ObjectIdentifier(type)) &>> 3) | bits &<< 45 | role.rawValue &<< 61
  }

  /// The entry for a word, if it was asked for before. It is not retained, because it lives for ever.
  @usableFromInline
  static func lookup(_ word: UInt64) -> Unmanaged<NameEntry>? {
    guard word != 0, let table = UnsafeMutablePointer<UInt64>(bitPattern: UInt(trackable_load(&root))) else {
      return nil
    }
    let place = place(of: word, in: table)
    // Invariant: the second word is the address of an entry that `Tables` retains for ever.
    return trackable_load(place) == word
      ? UnsafeRawPointer(bitPattern: UInt(trackable_load(place + 1))).map(Unmanaged.fromOpaque) : nil
  }

  // Invariant: the root is the address of the words of a table, or zero: the capacity, then as many pairs of a word and
  // an address of an entry. The memory is never deallocated or resized, so a table that was published is valid for
  // ever. `NameTableTests` grow the table while readers are inside, under the thread sanitizer. A number, and accessed
  // atomically only: an `AtomicWord` would have to be made before each look-up. Benchmarks: depth 4.
  @exclusivity(unchecked) nonisolated(unsafe) private static var root: UInt64 = 0
  private static let tables = Lock(Tables())

  /// The pair in which a word is, or the free one in which it would be.
  @inline(__always)
  private static func place(of word: UInt64, in table: UnsafeMutablePointer<UInt64>) -> UnsafeMutablePointer<UInt64> {
    let last = Int(trackable_load(table)) - 1
    // Fibonacci hashing spreads the word over the upper bits; the tag has to be among the lower ones before.
    let mixed = (word ^ (word &>> 32)) &* 0x9E37_79B9_7F4A_7C15
    var pair = Int(truncatingIfNeeded: mixed &>> 32) & last
    while true {
      let place = table + 1 + 2 * pair
      let found = trackable_load(place)
      if found == word || found == 0 { return place }
      pair = (pair + 1) & last
    }
  }

  /// The writers' side, under the lock. What is in it is never removed: this is what makes an interned entry immortal.
  private struct Tables: ~Copyable {
    /// One entry for each name in each role.
    private(set) var entries = Array(repeating: [String: NameEntry](), count: 4)
    private var count = 0
    private var capacity = 0

    mutating func entry(_ name: IdentifierName, _ role: Role, _ traits: KeyTraits) -> NameEntry {
      if let known = entries[Int(role.rawValue)][name.text] { return known }
      let entry = NameEntry(name, traits: traits, isPath: role == .path)
      entries[Int(role.rawValue)][name.text] = entry
      return entry
    }

    mutating func add(_ entry: NameEntry, _ word: UInt64) {
      if NameTable.lookup(word) != nil { return }
      count += 1
      // Kept at most half full.
      let old = UnsafeMutablePointer<UInt64>(bitPattern: UInt(trackable_load(&NameTable.root)))
      let table = old.flatMap { 2 * count <= capacity ? $0 : nil } ?? larger(than: old)
      // Sound: the address only, of an entry that is retained for ever.
      Self.set(UInt64(UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque())), for: word, in: table)
      trackable_store(&NameTable.root, UInt64(UInt(bitPattern: table)))
    }

    /// A table of twice the capacity with the same pairs.
    private mutating func larger(than old: UnsafeMutablePointer<UInt64>?) -> UnsafeMutablePointer<UInt64> {
      let oldCapacity = capacity
      capacity = max(64, 2 * capacity)
      let table = UnsafeMutablePointer<UInt64>.allocate(capacity: 1 + 2 * capacity)
      table.initialize(repeating: 0, count: 1 + 2 * capacity)
      trackable_store(table, UInt64(capacity))
      guard let old else { return table }
      for pair in 0..<oldCapacity {
        let place = old + 1 + 2 * pair
        if trackable_load(place) != 0 { Self.set(trackable_load(place + 1), for: trackable_load(place), in: table) }
      }
      return table
    }

    private static func set(_ address: UInt64, for word: UInt64, in table: UnsafeMutablePointer<UInt64>) {
      let place = NameTable.place(of: word, in: table)
      // The address first: a reader that finds the word must find the address as well.
      trackable_store(place + 1, address)
      trackable_store(place, word)
    }
  }
}

extension IdentifierName {
  /// The name of something that is named by the path of its type, and perhaps a case, unless it declares a name.
  init(_ text: String, of type: Any.Type) { self.init(text, path: NameTable.path(of: type).name) }

  private init(_ text: String, path: String) {
    let end = path.utf8.count
    let isPath = text.bytes(sharedWith: path) == end
    if isPath, text.utf8.count == end {
      self.init(path: text)
    } else if isPath, text.utf8.dropFirst(end).first == UInt8(ascii: ".") {
      self.init(text: text, dots: Self.dots(in: path) + [end])
    } else {
      self.init(written: text)
    }
  }

  /// A name of which nothing is known but its text, for a plan: it begins with the longest path of a type that was
  /// asked for.
  package init(known text: String) {
    let ends = Self.dots(in: text) + [text.utf8.count]
    let path = ends.last { NameTable.isKnown(path: text.slice(0, $0)) }
    self.init(text, path: path.map { text.slice(0, $0) } ?? text + ".")
  }
}

/// A name, and everything derived from it, computed once. Keys and events refer to it instead of to a string.
///
/// Entries of static names (a type path and a case) are interned by ``NameTable`` and live for ever. So they are
/// compared by address, and copied without reference counting, for which threads would contend. Entries of dynamic
/// names live as long as the ``PropertyKey`` that made them.
// Visible to inlined code that reads the name of a key. Benchmarks: depth 4.
@usableFromInline
final class NameEntry: Sendable {
  @usableFromInline let name: String
  /// See ``IdentifierName/dots``.
  let dots: [Int]
  let hash: Int
  /// One bit of 64, chosen by the hash: a set of them tells cheaply that a key is certainly not there.
  let filterBit: UInt64
  /// What the key's type says about it.
  let traits: KeyTraits
  /// Whether that is anything.
  @usableFromInline let hasTraits: Bool
  /// What the key is called where nested properties are flattened, if a destination spells it.
  let composed: ComposedSpelling?
  /// The key as it is in code, if it was renamed.
  let original: PropertyKey?
  /// The last component of a type's path, and the one before it, or else the first: what events are about.
  let simple, enclosing: String

  /// What a destination calls a key that is inside another one.
  ///
  /// The outer name is what it calls the key around it. The spelling does not hold inside another one.
  typealias ComposedSpelling = (name: IdentifierName, outer: String)

  init(
    _ name: IdentifierName, traits: KeyTraits = KeyTraits(), composed: ComposedSpelling? = nil,
    original: PropertyKey? = nil, isPath: Bool = false
  ) {
    self.name = name.text
    self.dots = name.dots
    self.hash = name.text.hashValue
    self.traits = traits
    self.hasTraits = traits.isSensitive || traits.identifyingKey != nil
    self.filterBit = 1 &<< (UInt64(truncatingIfNeeded: hash) &>> 7)
    self.composed = composed
    self.original = original
    let components = isPath ? name.components : []
    simple = components.last ?? ""
    enclosing = components.dropLast().last ?? simple
  }
}
