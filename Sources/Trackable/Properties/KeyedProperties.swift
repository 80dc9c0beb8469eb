/// An ordered list of properties with distinct keys that finds a key quickly while it grows.
///
/// Up to 24 properties are searched linearly, after a 64-bit filter has ruled out most of the keys that are not there.
/// Longer lists have an open-addressed hash index, so that building a list of n takes n steps rather than n².
///
/// A key that a destination spells is found by the name it was written with and, if no key was written so, by the one it
/// has now. So no two keys in the list have equal names, of either kind.
// Visible to inlined code that makes one for a literal. Benchmarks: depth 4.
@usableFromInline
struct KeyedProperties: Sendable {
  private(set) var elements: [TrackedProperty] = []
  private var filter: UInt64 = 0
  /// Positions plus one, by hash; zero is free. `nil` until ``indexThreshold`` is passed, then at most half full.
  private var slots: [UInt32]?

  private static let indexThreshold = 24

  @usableFromInline
  init(capacity: Int = 0) {
    if capacity > 0 { elements.reserveCapacity(capacity) }
  }

  mutating func reserve(_ capacity: Int) { elements.reserveCapacity(capacity) }

  var isEmpty: Bool { elements.isEmpty }

  /// The position of a key. Inlined up to the filter, which nearly always suffices while there are few properties.
  @inline(__always)
  func position(of key: PropertyKey) -> Int? {
    filter & key.filterBit == 0 ? nil : search(for: key)
  }

  /// Adds a property whose key ``position(of:)`` did not find.
  @inline(__always)
  mutating func append(_ property: consuming TrackedProperty) {
    filter |= property.key.filterBit
    elements.append(property)
    if elements.count > Self.indexThreshold { indexLast() }
  }

  /// Adds a property unless its key is already there.
  @inline(__always)
  mutating func appendIfMissing(_ property: consuming TrackedProperty) {
    if position(of: property.key) == nil { append(property) }
  }

  /// Adds those of `list` whose keys are not there yet.
  @inline(__always)
  mutating func appendMissing(of list: [TrackedProperty]) {
    // Goes through the buffer so that an element is copied once, and only if it is added.
    list.withUnsafeBufferPointer { list in
      for position in list.indices where self.position(of: list[position].key) == nil { append(list[position]) }
    }
  }

  /// Adds a property of the same collection as those before it. If the key is already there, the new value replaces the
  /// old one, and is flawed. An omitted property is left out.
  @usableFromInline
  mutating func set(_ property: consuming TrackedProperty) {
    switch property.kind {
    case .ordinary: take(property)
    case .special: take(property.concealed)
    case .omitted: break
    }
  }

  @inline(__always)
  private mutating func take(_ property: consuming TrackedProperty) {
    if let position = position(of: property.key) {
      replace(at: position, with: property.flawed(.duplicateKey))
    } else {
      append(property)
    }
  }

  /// Adds several properties of the same collection.
  @usableFromInline @inline(__always)
  mutating func set(_ properties: TrackedProperties) {
    if case .one(let property) = properties.storage { return set(property) }
    properties.forEachProperty { set($0) }
  }

  /// Whether a destination's spelling replaced any name.
  @inline(__always)
  private var hasSpelledKeys: Bool { filter & NameEntry.spelledBit != 0 }

  /// Whether any key has traits.
  @inline(__always)
  var isSpecial: Bool { filter >= NameEntry.specialBit }

  @inline(never)
  mutating func replace(at position: Int, with property: TrackedProperty) {
    // The same key may be written in another way.
    filter |= property.key.filterBit
    if hasSpelledKeys { replaceSpelled(at: position, with: property) } else { elements[position] = property }
  }

  private mutating func replaceSpelled(at position: Int, with property: TrackedProperty) {
    let former = elements[position].key
    let key = former.replaced(by: property.key)
    elements[position] = TrackedProperty(key: key, mended: property.value, flaws: property.flaws)
    if key == former, key.denotesSame(as: former) { return }
    // It may have been found by one of its names, while another property has the other.
    let others = elements.indices.filter { $0 != position && elements[$0].key == key }
    for other in others.reversed() { elements.remove(at: other) }
    slots = nil
    if elements.count > Self.indexThreshold { indexLast() }
  }

  /// Moves the properties out without copying them. This list is empty afterwards.
  @usableFromInline
  mutating func takeProperties() -> TrackedProperties {
    let list = elements
    let isSpecial = isSpecial
    self = KeyedProperties()
    return isSpecial ? TrackedProperties(special: list) : TrackedProperties(unique: list)
  }

  /// The properties.
  var properties: TrackedProperties {
    isSpecial ? TrackedProperties(special: elements) : TrackedProperties(unique: elements)
  }
}

// MARK: - Searching

extension KeyedProperties {
  @inline(never)
  private func search(for key: PropertyKey) -> Int? {
    if let position = position(hash: key.identityHash, where: { $0.denotesSame(as: key) }) { return position }
    return (filter | key.filterBit) & NameEntry.spelledBit == 0 ? nil : searchSpelled(for: key)
  }

  @inline(never)
  private func searchSpelled(for key: PropertyKey) -> Int? {
    let hash = key.nameHash
    return position(hash: hash) { $0.nameHash == hash && $0 == key }
  }

  /// The position of the first key that matches.
  ///
  /// - Parameter hash: One of the hashes under which such a key is entered in the index.
  @inline(__always)
  private func position(hash: Int, where matches: (PropertyKey) -> Bool) -> Int? {
    // Goes through the buffer so that elements are compared in place, neither copied nor retained.
    elements.withUnsafeBufferPointer { elements in
      guard let slots else {
        for position in elements.indices where matches(elements[position].key) { return position }
        return nil
      }
      return slots.withUnsafeBufferPointer { slots in
        var slot = Self.firstSlot(forHash: hash, of: slots.count)
        while slots[slot] != 0 {
          let position = Int(slots[slot]) &- 1
          if matches(elements[position].key) { return position }
          slot = (slot &+ 1) & (slots.count &- 1)
        }
        return nil
      }
    }
  }

  /// Enters the last element in the index. If there is no index yet, or it is half full, enters all elements in a
  /// larger one.
  @inline(never)
  private mutating func indexLast() {
    let count = elements.count
    var start = count - 1
    var size = slots?.count ?? 0
    // A key that a destination spells is entered under both of its names.
    let haveSpelledKeys = hasSpelledKeys
    let needed = (haveSpelledKeys ? 4 : 2) * count
    if needed > size {
      size = max(128, 2 * size)
      while needed > size { size *= 2 }
      slots = Array(repeating: 0, count: size)
      start = 0
    }
    elements.withUnsafeBufferPointer { elements in
      slots?.withUnsafeMutableBufferPointer { slots in
        for position in start..<count {
          Self.enter(position, hash: elements[position].key.identityHash, in: slots)
        }
        guard haveSpelledKeys else { return }
        for position in start..<count where elements[position].key.isSpelled {
          Self.enter(position, hash: elements[position].key.nameHash, in: slots)
        }
      }
    }
  }

  @inline(__always)
  private static func enter(_ position: Int, hash: Int, in slots: UnsafeMutableBufferPointer<UInt32>) {
    var slot = firstSlot(forHash: hash, of: slots.count)
    while slots[slot] != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
    slots[slot] = UInt32(truncatingIfNeeded: position &+ 1)
  }

  /// - Parameter count: A power of two.
  @inline(__always)
  private static func firstSlot(forHash hash: Int, of count: Int) -> Int {
    (hash &>> 13 ^ hash) & (count &- 1)
  }
}
