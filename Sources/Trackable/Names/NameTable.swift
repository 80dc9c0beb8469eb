internal import TrackableAtomics

/// The table of the names of cases and of the paths of types. A repeated look-up takes no lock.
///
/// The one or two bytes of a value are its *tag*, which tells the cases of an enum apart. A *word* stands for a role, a
/// type and a tag. The hash of the word selects one of many lists of records. A new record goes in front of its list,
/// and lives forever, so the part of the list that a reader sees never changes. The memory is bounded: a type keeps at
/// most 1,024 names, because a structure of two bytes could have 65,536.
// Visible to inlined code that knows the type of a key. The benchmark `depth 4` shows the difference.
@usableFromInline enum NameTable: Sendable {
  /// What a record in the table is for. One type may need several roles, because it may be both an event and a key, and
  /// a key's type may declare traits.
  @usableFromInline enum Role: UInt64, Sendable { case key, event, path, kind, identity }

  /// The record of a word, which the table makes if there is none. `nil` for types larger than a tag of two bytes
  /// (structs with stored strings, enums with large payloads), and for tags from 1,024 on. The table does not keep the
  /// names of such values, because there may be any number of them.
  @discardableResult
  static func record(_ word: UInt64, _ name: IdentifierName, _ traits: KeyTraits = KeyTraits()) -> NameRecord? {
    word == 0 ? nil : kept(word, name, traits)
  }

  /// The path of a type.
  @inline(never) static func path(of type: Any.Type) -> NameRecord {
    let word = word(.path, of: type, ())
    return lookup(word)?.takeUnretainedValue() ?? kept(word, TypePath.name(of: type))
  }

  /// Whether the table has this path. Only a plan asks, so no index is kept.
  static func isKnown(path: String) -> Bool {
    guard let lists = UnsafeMutablePointer<UInt64>(bitPattern: UInt(trackable_load(&lists))) else { return false }
    for list in 0..<listCount {
      // Invariant: as in `lookup`.
      var address = trackable_load(lists + list)
      while let record = UnsafeRawPointer(bitPattern: UInt(address)).map(Unmanaged<NameRecord>.fromOpaque) {
        let (word, next) = record._withUnsafeGuaranteedRef { ($0.word, $0.next) }
        if word &>> 61 == Role.path.rawValue, record.takeUnretainedValue().name == path { return true }
        address = next
      }
    }
    return false
  }

  /// Whether a type is an enum. `find` is called only the first time.
  static func isEnum(_ type: Any.Type, _ find: () -> Bool) -> Bool {
    for isEnum in [true, false] where lookup(word(.kind, of: type, isEnum)) != nil { return isEnum }
    let isEnum = find()
    record(word(.kind, of: type, isEnum), IdentifierName(written: ""))
    return isEnum
  }

  /// The word for a type, a tag and a role; zero if the tag is larger than two bytes, or its number too large.
  ///
  /// If this function is inlined where the type is known, the tag is one load and the metadata a constant. The
  /// benchmark `depth 4` shows the difference; see `~>>`.
  ///
  /// Invariant: the address of a type's metadata has at most 48 bits, and the lowest three are zero. So 45 bits of
  /// type, 16 of tag and 3 of role never overlap, and the word is not zero.
  @inlinable static func word<Tag>(_ role: Role, of type: Any.Type, _ tag: Tag) -> UInt64 {
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

  /// The record for a word; `nil` if the table has no such record. The record is not retained, because it lives
  /// forever.
  @usableFromInline static func lookup(_ word: UInt64) -> Unmanaged<NameRecord>? {
    guard let lists = UnsafeMutablePointer<UInt64>(bitPattern: UInt(trackable_load(&lists))) else { return nil }
    var address = trackable_load(lists + list(of: word))
    // Invariant: `address` is zero, or the address of a record that is retained forever.
    while let record = UnsafeRawPointer(bitPattern: UInt(address)).map(Unmanaged<NameRecord>.fromOpaque) {
      if record._withUnsafeGuaranteedRef({ $0.word }) == word { return record }
      address = record._withUnsafeGuaranteedRef { $0.next }
    }
    return nil
  }

  // Invariant: the number is zero, or the address of `listCount` addresses of first records, where zero means no
  // record. This memory is never deallocated, and records are retained forever, so each address that a reader finds is
  // valid. `NameTableConcurrencyTests` adds records while readers are inside, under the thread sanitizer. The variable is a number
  // that is only accessed atomically. An `AtomicWord` would be slower, because each look-up would have to check whether
  // the word was created. The benchmark `depth 4` shows how much slower.
  @exclusivity(unchecked) nonisolated(unsafe) private static var lists: UInt64 = 0
  private static let listCount = 1_024
  /// Code that adds a record holds this lock.
  private static let adding = Lock<Void>(())

  private static func list(of word: UInt64) -> Int {
    // Fibonacci hashing spreads the word over the upper bits, so the tag has to be mixed into the lower bits first.
    let mixed = (word ^ (word &>> 32)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 32) & (listCount &- 1)
  }

  /// Finds or makes the record of a word that is not zero.
  private static func kept(_ word: UInt64, _ name: IdentifierName, _ traits: KeyTraits = KeyTraits()) -> NameRecord {
    adding.withLock { _ in
      if let known = lookup(word) { return known.takeUnretainedValue() }
      let lists =
        UnsafeMutablePointer<UInt64>(bitPattern: UInt(trackable_load(&lists))) ?? .allocate(capacity: listCount)
      if trackable_load(&self.lists) == 0 {
        lists.initialize(repeating: 0, count: listCount)
        trackable_store(&self.lists, UInt64(UInt(bitPattern: lists)))
      }
      let first = lists + list(of: word)
      let record = NameRecord(name, traits: traits, word: word, next: trackable_load(first))
      // This is sound, because the stored address is that of a record that is retained forever.
      trackable_store(first, UInt64(UInt(bitPattern: Unmanaged.passRetained(record).toOpaque())))
      return record
    }
  }
}

extension IdentifierName {
  /// Creates the name of a value of a type. If the text begins with the type's path, a style may drop components at the
  /// dots of that path.
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

  /// Creates the name with a given text, for a plan. The path of the name is the longest path at its beginning that is
  /// in the table.
  package init(known text: String) {
    let ends = Self.dots(in: text) + [text.utf8.count]
    let path = ends.last { NameTable.isKnown(path: text.slice(0, $0)) }
    self.init(text, path: path.map { text.slice(0, $0) } ?? text + ".")
  }
}

/// A name, with all values that are derived from it and computed once. Keys and events refer to the record instead of a
/// string.
///
/// ``NameTable`` interns the records of static names (a type path and a case), which live forever. So these records are
/// compared by address, and copied without reference counting, for which threads would contend. Records of dynamic
/// names live as long as the ``PropertyKey`` that made them.
// Visible to inlined code that reads the name of a key. The benchmark `depth 4` shows the difference.
@usableFromInline final class NameRecord: Sendable {
  @usableFromInline let name: String
  /// See ``IdentifierName/dots``.
  let dots: [Int]
  let hash: Int
  /// One of 64 bits, chosen by the hash. A list that combines the bits of its keys can tell cheaply that it does not
  /// contain a key.
  let filterBit: UInt64
  /// The traits that the key's type declares.
  let traits: KeyTraits
  /// Whether the key's type declares traits, or whether the name is empty, for which the library reports an issue.
  @usableFromInline let hasTraits: Bool
  /// The key's flattened name inside another key, if a destination has spelled one.
  let composed: ComposedSpelling?
  /// The key in code, if the key was renamed.
  let original: PropertyKey?
  /// `simple` is the last component of a type's path. `enclosing` is the component before it, or the same component if
  /// the path has no other. The entity of an event is one of the two.
  let simple, enclosing: String
  /// The word in ``NameTable``, and the address of the next record in the list.
  fileprivate let (word, next): (UInt64, UInt64)

  /// A destination's name for a key inside another key, together with the name of the outer key. The composed name is
  /// used only inside that outer key.
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
