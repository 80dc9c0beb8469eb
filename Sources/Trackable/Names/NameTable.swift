internal import TrackableAtomics

/// Finds the name of a case of a type, and the path of a type, without a lock once they are known.
///
/// The cases of an enum are told apart by a *tag*, the one or two bytes of the value. A word stands for a role, a type
/// and a tag, and its hash selects one of many lists of records. A new record goes in front of its list, and lives for
/// ever. So a reader goes through a list that never changes from where the reader begins. The memory is bounded: a type
/// keeps at most 1,024 names, because a structure of two bytes could make up 65,536.
// Visible to inlined code that knows the type of a key. Benchmarks: depth 4.
@usableFromInline enum NameTable: Sendable {
  /// Of what the name is. A type may be both an event and a key, and say something about its keys.
  @usableFromInline enum Role: UInt64, Sendable { case key, event, path, kind, identity }

  /// The record of a word, which is made if there is none; `nil` for types that are larger than a tag of two bytes
  /// (structs with stored strings, enums with large payloads), and for tags from 1,024 on. These may have any number of
  /// names, so they are not kept.
  @discardableResult
  static func record(_ word: UInt64, _ name: IdentifierName, _ traits: KeyTraits = KeyTraits()) -> NameRecord? {
    word == 0 ? nil : kept(word, name, traits)
  }

  /// The path of a type.
  @inline(never) static func path(of type: Any.Type) -> NameRecord {
    let word = word(.path, of: type, ())
    return lookup(word)?.takeUnretainedValue() ?? kept(word, TypePath.name(of: type))
  }

  /// Whether a path was asked for.
  static func isKnown(path: String) -> Bool { paths.withLock { $0.contains(path) } }

  /// Whether a type is an enum. The first time, `find` tells.
  static func isEnum(_ type: Any.Type, _ find: () -> Bool) -> Bool {
    for isEnum in [true, false] where lookup(word(.kind, of: type, isEnum)) != nil { return isEnum }
    let isEnum = find()
    record(word(.kind, of: type, isEnum), IdentifierName(written: ""))
    return isEnum
  }

  /// The word for a type, a tag and a role; zero if the tag is larger than two bytes, or its number too large.
  ///
  /// When it is inlined where the type is known, the tag is one load and the metadata a constant. Benchmarks: depth 4;
  /// see `~>>`.
  ///
  /// Invariant: the address of a type's metadata has at most 48 bits, and the lowest three are zero. So 45 bits of
  /// type, 16 of tag and 3 of role never overlap, and the word is not zero.
  @inlinable @inline(__always) static func word<Tag>(_ role: Role, of type: Any.Type, _ tag: Tag) -> UInt64 {
    let bits: UInt64
    switch MemoryLayout<Tag>.size {
    case 0: bits = 0
    case 1: bits = withUnsafeBytes(of: tag) { UInt64($0[0]) }
    case 2:
      bits = withUnsafeBytes(of: tag) { UInt64($0.loadUnaligned(as: UInt16.self)) }
      if bits >= 1_024 { return 0 }
    default: return 0
    }
    return UInt64(UInt(bitPattern: ObjectIdentifier(type)) &>> 3) | bits &<< 45 | role.rawValue &<< 61
  }

  /// The record for a word, if it was asked for before. It is not retained, because it lives for ever.
  @usableFromInline static func lookup(_ word: UInt64) -> Unmanaged<NameRecord>? {
    guard let lists = UnsafeMutablePointer<UInt64>(bitPattern: UInt(trackable_load(&lists))) else { return nil }
    var address = trackable_load(lists + list(of: word))
    // Invariant: the address of a record that is retained for ever, or zero.
    while let record = UnsafeRawPointer(bitPattern: UInt(address)).map(Unmanaged<NameRecord>.fromOpaque) {
      if record._withUnsafeGuaranteedRef({ $0.word }) == word { return record }
      address = record._withUnsafeGuaranteedRef { $0.next }
    }
    return nil
  }

  // Invariant: zero, or the address of `listCount` addresses of first records, zero for none. This memory is never
  // deallocated, and records are retained for ever, so whatever a reader finds is valid. `NameTableTests` add records
  // while readers are inside, under the thread sanitizer. A number, and accessed atomically only: an `AtomicWord` would
  // have to be made before each look-up. Benchmarks: depth 4.
  @exclusivity(unchecked) nonisolated(unsafe) private static var lists: UInt64 = 0
  private static let listCount = 1_024
  /// The paths among the names. A record is added under this lock.
  private static let paths = Lock<Set<String>>([])

  private static func list(of word: UInt64) -> Int {
    // Fibonacci hashing spreads the word over the upper bits; the tag has to be among the lower ones before.
    let mixed = (word ^ (word &>> 32)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 32) & (listCount &- 1)
  }

  /// The record of a word other than zero.
  private static func kept(_ word: UInt64, _ name: IdentifierName, _ traits: KeyTraits = KeyTraits()) -> NameRecord {
    paths.withLock { paths in
      if let known = lookup(word) { return known.takeUnretainedValue() }
      let lists =
        UnsafeMutablePointer<UInt64>(bitPattern: UInt(trackable_load(&lists))) ?? .allocate(capacity: listCount)
      if trackable_load(&self.lists) == 0 {
        lists.initialize(repeating: 0, count: listCount)
        trackable_store(&self.lists, UInt64(UInt(bitPattern: lists)))
      }
      if word &>> 61 == Role.path.rawValue { paths.insert(name.text) }
      let first = lists + list(of: word)
      let record = NameRecord(name, traits: traits, word: word, next: trackable_load(first))
      // Sound: the address of a record that is retained for ever.
      trackable_store(first, UInt64(UInt(bitPattern: Unmanaged.passRetained(record).toOpaque())))
      return record
    }
  }
}

extension IdentifierName {
  /// The name of something that is named by the path of its type, and perhaps a case, unless it declares a name.
  @inline(never) init(_ text: String, of type: Any.Type) { self.init(text, path: NameTable.path(of: type).name) }

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

  /// The name of a text, for a plan: it begins with the longest path of a type that is in the table.
  package init(known text: String) {
    let ends = Self.dots(in: text) + [text.utf8.count]
    let path = ends.last { NameTable.isKnown(path: text.slice(0, $0)) }
    self.init(text, path: path.map { text.slice(0, $0) } ?? text + ".")
  }
}

/// A name, and everything derived from it, computed once. Keys and events refer to it instead of to a string.
///
/// Records of static names (a type path and a case) are interned by ``NameTable`` and live for ever. So they are
/// compared by address, and copied without reference counting, for which threads would contend. Records of dynamic
/// names live as long as the ``PropertyKey`` that made them.
// Visible to inlined code that reads the name of a key. Benchmarks: depth 4.
@usableFromInline final class NameRecord: Sendable {
  @usableFromInline let name: String
  /// See ``IdentifierName/dots``.
  let dots: [Int]
  let hash: Int
  /// One bit of 64, chosen by the hash: a set of them tells cheaply that a key is certainly not there.
  let filterBit: UInt64
  /// What the key's type says about it.
  let traits: KeyTraits
  /// Whether the key's type says anything about the key, or the name is empty, which is to be reported.
  @usableFromInline let hasTraits: Bool
  /// The key's name where nested properties are flattened, if a destination spells it.
  let composed: ComposedSpelling?
  /// The key as it is in code, if it was renamed.
  let original: PropertyKey?
  /// The last component of a type's path, and the component before, or else the last again. Events take their entity
  /// from these.
  let simple, enclosing: String
  /// What it stands for in ``NameTable``, and the address of the next record in its list there.
  fileprivate let (word, next): (UInt64, UInt64)

  /// A destination's name for a key inside another one, whose name is the outer one. It holds there only.
  typealias ComposedSpelling = (name: IdentifierName, outer: String)

  init(
    _ name: IdentifierName, traits: KeyTraits = KeyTraits(), composed: ComposedSpelling? = nil,
    original: PropertyKey? = nil, word: UInt64 = 0, next: UInt64 = 0
  ) {
    self.name = name.text
    self.dots = name.dots
    self.hash = name.text.hashValue
    self.traits = traits
    self.hasTraits = traits.isSensitive || traits.hasIdentity || name.text.isEmpty
    self.filterBit = 1 &<< (UInt64(truncatingIfNeeded: hash) &>> 7)
    self.composed = composed
    self.original = original
    (self.word, self.next) = (word, next)
    let components = word &>> 61 == NameTable.Role.path.rawValue ? name.components : nil
    simple = components?.last ?? ""
    enclosing = components?.dropLast().last ?? simple
  }
}
