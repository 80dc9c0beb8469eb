/// An ordered list of properties, one a key, that finds a key fast while it grows.
///
/// A 64-bit filter answers most questions about keys that are not there; up to 24 properties are searched in order,
/// more through an open-addressed index, so that building n of them costs n steps and not n².
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

  /// Adds a property unless its key is there.
  @inline(__always)
  mutating func appendIfMissing(_ property: consuming TrackedProperty) {
    let bit = property.key.filterBit
    if filter & bit != 0 && search(for: property.key) != nil { return }
    filter |= bit
    elements.append(property)
    if elements.count > Self.indexThreshold { indexLast() }
  }

  /// Adds those of `list` whose keys are not there yet.
  @inline(__always)
  mutating func appendMissing(of list: [TrackedProperty]) {
    // Through the buffer: an element is copied once, and only if it is added.
    list.withUnsafeBufferPointer { list in
      for position in list.indices where self.position(of: list[position].key) == nil { append(list[position]) }
    }
  }

  mutating func replace(at position: Int, with property: TrackedProperty) {
    elements[position] = property
  }

  /// The properties, moved out and not copied.
  @usableFromInline
  consuming func finish() -> TrackedProperties { TrackedProperties(unique: elements) }

  @inline(never)
  private func search(for key: PropertyKey) -> Int? {
    // Through the buffer: elements are looked at in place, neither copied nor counted.
    elements.withUnsafeBufferPointer { elements in
      guard let slots else {
        for position in elements.indices where elements[position].key.denotesSame(as: key) { return position }
        return nil
      }
      return slots.withUnsafeBufferPointer { slots in
        var slot = Self.firstSlot(for: key, of: slots.count)
        while slots[slot] != 0 {
          let position = Int(slots[slot]) - 1
          if elements[position].key.denotesSame(as: key) { return position }
          slot = (slot + 1) & (slots.count - 1)
        }
        return nil
      }
    }
  }

  /// Enters the last element in the index; makes a larger index first where there is none or it is half full.
  @inline(never)
  private mutating func indexLast() {
    let count = elements.count
    if let slots, count <= slots.count / 2 {
      index(from: count - 1)
    } else {
      slots = Array(repeating: 0, count: max(128, (slots?.count ?? 0) * 2))
      index(from: 0)
    }
  }

  private mutating func index(from start: Int) {
    elements.withUnsafeBufferPointer { elements in
      slots?.withUnsafeMutableBufferPointer { slots in
        for position in start..<elements.count {
          var slot = Self.firstSlot(for: elements[position].key, of: slots.count)
          while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
          slots[slot] = UInt32(position + 1)
        }
      }
    }
  }

  /// - Parameter count: A power of two.
  @inline(__always)
  private static func firstSlot(for key: PropertyKey, of count: Int) -> Int {
    let hash = key.identityHash
    return (hash &>> 13 ^ hash) & (count - 1)
  }
}
