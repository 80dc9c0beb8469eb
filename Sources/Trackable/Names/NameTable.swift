import Synchronization

/// Finds the name of a case of a type, without a lock once the name is known.
///
/// The cases of an enum are told apart by a *tag*, the one or two bytes of the value. A *page* holds the entries of one
/// type: that of its path, and behind it those of its cases by tag. The *directory* finds a type's page by the address
/// of its metadata. Both are arrays of atomic words that are only ever filled in, so a reader sees a slot either empty
/// or final. An array that becomes too small is copied to a larger one, which is published in its place. The old one is
/// never freed, since a reader may still be using it; but as sizes double, the old arrays together are smaller than
/// those in use, and the total is bounded by the number of cases in the program.
// Visible to inlined code that knows the type of a key. Benchmarks: depth 4.
@usableFromInline
enum NameTable: Sendable {
  /// The entry of a case. The first time, it is made from `name`.
  ///
  /// - Parameter traits: What a key's type says about it. Without, the type is asked whether it is one of keys as well;
  ///   for one that is, and is nested in generic types 30 deep, this cast would take Swift 6.3's runtime for ever.
  ///
  /// Returns `nil` for types that are larger than a tag of two bytes (structs with stored strings, enums with large
  /// payloads). They may have any number of names, so these are not kept. Nor are those of a key whose name belongs to
  /// a key of another type that says something else about it.
  static func entry<Identifier>(
    of identifier: Identifier,
    traits: _KeyTraits? = nil,
    name: (Identifier) -> String
  ) -> NameEntry? {
    guard let tag = tag(of: identifier) else { return nil }
    let type = UInt(bitPattern: ObjectIdentifier(Identifier.self))
    if let known = lookup(type: type, slot: slot(tag)) { return known.takeUnretainedValue() }
    // An adopter's functions are called outside of the lock.
    let made = name(identifier)
    let traits = traits ?? (Identifier.self as? any Key.Type)?._keyTraits ?? _KeyTraits()
    return tables.withLock { $0.add(type: type, slot: slot(tag), name: made, traits: traits) }
  }

  /// The entry of a case, if it was asked for before.
  ///
  /// When it is inlined where the type is known, the tag is one load and the metadata a constant. The entry is not
  /// retained, because it lives for ever. Benchmarks: depth 4; see `~>>`.
  @inlinable @inline(__always)
  static func knownEntry<Identifier>(of identifier: Identifier) -> Unmanaged<NameEntry>? {
    guard let tag = tag(of: identifier) else { return nil }
    return lookup(type: UInt(bitPattern: ObjectIdentifier(Identifier.self)), slot: slot(tag))
  }

  /// The name that a `String`-raw identifier gets from its type path and raw value.
  static func composedName<Identifier: RawRepresentable>(
    of identifier: Identifier
  ) -> String where Identifier.RawValue == String {
    path(of: Identifier.self).name + "." + identifier.rawValue
  }

  /// The path of a type.
  static func path(of type: Any.Type) -> NameEntry {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    if let known = lookup(type: address, slot: pathSlot) { return known.takeUnretainedValue() }
    let components = TypePath.components(of: type)
    let path = components.joined(separator: ".")
    return tables.withLock { $0.add(type: address, path: path, components: components) }
  }

  // Called from an event's inlined `entity`.
  /// The last component of a type's path.
  @usableFromInline static func simpleName(of type: Any.Type) -> String { path(of: type).simpleName }

  /// Where a page holds the entry of its type's path.
  private static var pathSlot: Int { 0 }

  /// Where a page holds the entry of a case.
  @inlinable @inline(__always)
  static func slot(_ tag: Int) -> Int { tag + 1 }

  /// The bytes that tell the cases of a small enum apart, or `nil` for larger types.
  @inlinable @inline(__always)
  static func tag<Identifier>(of identifier: Identifier) -> Int? {
    switch MemoryLayout<Identifier>.size {
    case 0: 0
    case 1: withUnsafeBytes(of: identifier) { Int($0[0]) }
    case 2: withUnsafeBytes(of: identifier) { Int($0.loadUnaligned(as: UInt16.self)) }
    default: nil
    }
  }

  // Called from the inlined ``knownEntry(of:)``.
  @usableFromInline
  static func lookup(type: UInt, slot: Int) -> Unmanaged<NameEntry>? {
    guard let directory = Words(address: root.load(ordering: .acquiring)),
      let page = Words(address: directory.value(forKey: type)),
      slot < page.capacity
    else { return nil }
    // Invariant: a non-zero slot holds the address of an entry that `Tables.entries` retains for ever.
    return UnsafeRawPointer(bitPattern: page.word(slot).pointee.load(ordering: .acquiring)).map(Unmanaged.fromOpaque)
  }

  private static let root = Atomic<UInt>(0)
  private static let tables = Lock(Tables())

  /// The writers' side, under the lock.
  private struct Tables: ~Copyable {
    private var entries: [String: NameEntry] = [:]
    private var pages = 0

    mutating func add(type: UInt, slot: Int, name: String, traits: _KeyTraits) -> NameEntry? {
      if let known = NameTable.lookup(type: type, slot: slot) { return known.takeUnretainedValue() }
      let entry = intern(name) { NameEntry(interning: name, traits: traits) }
      if entry.traits != traits { return nil }
      enter(entry, type: type, slot: slot)
      return entry
    }

    mutating func add(type: UInt, path: String, components: [String]) -> NameEntry {
      if let known = NameTable.lookup(type: type, slot: pathSlot) { return known.takeUnretainedValue() }
      let entry = intern(path) { NameEntry(interning: path, components: components) }
      enter(entry, type: type, slot: pathSlot)
      return entry
    }

    private mutating func enter(_ entry: NameEntry, type: UInt, slot: Int) {
      let page = page(of: type, holding: slot)
      // `entries` keeps the entry alive for ever, so its address may stand in a page.
      page.word(slot).pointee.store(UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque()), ordering: .releasing)
    }

    /// One entry per name. Types with the same path, such as all instances of a generic type, share it.
    private mutating func intern(_ name: String, _ make: () -> NameEntry) -> NameEntry {
      if let known = entries[name] { return known }
      let entry = make()
      entries[name] = entry  // Never removed: this is what makes an interned entry immortal.
      return entry
    }

    private mutating func page(of type: UInt, holding slot: Int) -> Words {
      let directory = Words(address: root.load(ordering: .relaxed))
      let current = Words(address: directory?.value(forKey: type) ?? 0)
      if let current, slot < current.capacity { return current }
      let page = Words(capacity: max(8, slot.nextPowerOfTwo + 1), copying: current)
      if let directory, current != nil || (pages + 1) * 2 <= directory.capacity / 2 {
        directory.setValue(page.address, forKey: type)
      } else {
        // The directory is open-addressed, two words a type, and kept at most half full.
        let larger = Words(capacity: max(64, (directory?.capacity ?? 0) * 2))
        directory?.forEachPair { larger.setValue($1, forKey: $0) }
        larger.setValue(page.address, forKey: type)
        root.store(larger.address, ordering: .releasing)
      }
      if current == nil { pages += 1 }
      return page
    }
  }
}

/// A fixed array of atomic words, never freed.
///
/// Invariant: `base` points to `1 + capacity` initialised words, the first of which is the capacity. The memory is
/// never deallocated or resized, so a `Words` made from a published address is valid for ever; that is why there is no
/// `deinit`. `NameTableTests` grows a page and the directory while readers are inside, under the thread sanitizer.
private struct Words {
  private let base: UnsafeMutablePointer<Atomic<UInt>>

  init(capacity: Int, copying other: Words? = nil) {
    base = .allocate(capacity: 1 + capacity)
    base.initialize(to: Atomic(UInt(capacity)))
    for index in 0..<capacity {
      let word = other.map { index < $0.capacity ? $0.word(index).pointee.load(ordering: .relaxed) : 0 } ?? 0
      (base + 1 + index).initialize(to: Atomic(word))
    }
  }

  init?(address: UInt) {
    guard let base = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: address) else { return nil }
    self.base = base
  }

  var address: UInt { UInt(bitPattern: base) }
  var capacity: Int { Int(base.pointee.load(ordering: .relaxed)) }

  func word(_ index: Int) -> UnsafePointer<Atomic<UInt>> { UnsafePointer(base + 1 + index) }

  /// Open addressing: the words are pairs of key and value.
  @inline(__always)
  func value(forKey key: UInt) -> UInt {
    var pair = firstPair(forKey: key)
    while true {
      let found = word(2 * pair).pointee.load(ordering: .acquiring)
      if found == key { return word(2 * pair + 1).pointee.load(ordering: .acquiring) }
      if found == 0 { return 0 }
      pair = (pair + 1) & (capacity / 2 - 1)
    }
  }

  func setValue(_ value: UInt, forKey key: UInt) {
    var pair = firstPair(forKey: key)
    while case let found = word(2 * pair).pointee.load(ordering: .relaxed), found != 0, found != key {
      pair = (pair + 1) & (capacity / 2 - 1)
    }
    // The value first, so that whoever sees the key also sees the value.
    word(2 * pair + 1).pointee.store(value, ordering: .releasing)
    word(2 * pair).pointee.store(key, ordering: .releasing)
  }

  func forEachPair(_ body: (UInt, UInt) -> Void) {
    for pair in 0..<capacity / 2 where word(2 * pair).pointee.load(ordering: .relaxed) != 0 {
      body(word(2 * pair).pointee.load(ordering: .relaxed), word(2 * pair + 1).pointee.load(ordering: .relaxed))
    }
  }

  private func firstPair(forKey key: UInt) -> Int {
    Int(truncatingIfNeeded: AddressHash.of(key) &>> 32) & (capacity / 2 - 1)
  }
}

extension Int {
  fileprivate var nextPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
