/// An ordered list of properties, one a key, that finds a key fast while it grows.
///
/// Up to 24 properties are searched in order, behind a 64-bit filter that answers most questions about keys that are
/// not there; more go through an open-addressed index, so that building n of them costs n steps and not n².
// Known to inlined code that makes one for a literal. Benchmarks: depth 4.
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

  var isEmpty: Bool { elements.isEmpty }

  /// Where a key is. Inlined up to the filter, which answers nearly always while there are few properties.
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

  /// Adds a property unless its key is there.
  @inline(__always)
  mutating func appendIfMissing(_ property: consuming TrackedProperty) {
    if position(of: property.key) == nil { append(property) }
  }

  /// Adds those of `list` whose keys are not there yet.
  @inline(__always)
  mutating func appendMissing(of list: [TrackedProperty]) {
    // Through the buffer: an element is copied once, and only if it is added.
    list.withUnsafeBufferPointer { list in
      for position in list.indices where self.position(of: list[position].key) == nil { append(list[position]) }
    }
  }

  /// Adds a property of the same place as those before it: of two values for one key the later wins, in the position
  /// of the first, and is flawed. What says nothing is left out.
  @usableFromInline
  mutating func say(_ property: consuming TrackedProperty) {
    if property.saysNothing { return }
    if let position = position(of: property.key) {
      replace(at: position, with: property.flawed(.duplicateKey))
    } else {
      append(property)
    }
  }

  /// Adds a part of the same place.
  @usableFromInline
  mutating func say(_ part: TrackedProperties) {
    part.forEachProperty { say($0) }
  }

  @inline(never)
  mutating func replace(at position: Int, with property: TrackedProperty) {
    elements[position] = property
  }

  /// The properties, moved out and not copied: nothing is left.
  @usableFromInline
  mutating func takeProperties() -> TrackedProperties {
    let list = elements
    self = KeyedProperties()
    return TrackedProperties(unique: list)
  }
}

// MARK: - Searching

extension KeyedProperties {
  @inline(never)
  private func search(for key: PropertyKey) -> Int? {
    // Through the buffer: elements are looked at in place, neither copied nor counted.
    elements.withUnsafeBufferPointer { elements in
      guard let slots else {
        for position in elements.indices where elements[position].key.denotesSame(as: key) { return position }
        return nil
      }
      return slots.withUnsafeBufferPointer { slots in
        var slot = Self.firstSlot(forHash: key.identityHash, of: slots.count)
        while slots[slot] != 0 {
          let position = Int(slots[slot]) &- 1
          if elements[position].key.denotesSame(as: key) { return position }
          slot = (slot &+ 1) & (slots.count &- 1)
        }
        return nil
      }
    }
  }

  /// Enters the last element in the index; where there is none yet or it is half full, all in a larger one.
  @inline(never)
  private mutating func indexLast() {
    let count = elements.count
    var start = count - 1
    let size = slots?.count ?? 0
    if 2 * count > size {
      slots = Array(repeating: 0, count: max(128, 2 * size))
      start = 0
    }
    elements.withUnsafeBufferPointer { elements in
      slots?.withUnsafeMutableBufferPointer { slots in
        for position in start..<count {
          var slot = Self.firstSlot(forHash: elements[position].key.identityHash, of: slots.count)
          while slots[slot] != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
          slots[slot] = UInt32(truncatingIfNeeded: position &+ 1)
        }
      }
    }
  }

  /// - Parameter count: A power of two.
  @inline(__always)
  private static func firstSlot(forHash hash: Int, of count: Int) -> Int {
    (hash &>> 13 ^ hash) & (count &- 1)
  }
}
