/// An ordered list of properties with distinct keys that finds a key quickly while it grows.
///
/// Up to 24 properties, a search is linear, and a 64-bit filter first rules out most missing keys. Longer lists have an
/// open-addressed hash index, so that building a list of n properties takes n steps rather than n².
// The type is visible to inlined code that makes a list for a literal. The benchmark `depth 4` shows the difference.
@usableFromInline struct KeyedProperties: Sendable {
  private(set) var elements: [TrackedProperty] = []
  /// See ``NameRecord/filterBit``.
  private var filter: UInt64 = 0
  private var isSpecial = false
  /// The properties without a value, until the list is complete: see ``settle(_:isWhole:)``. The array is `nil` if the
  /// list has no such property.
  private var omitted: [TrackedProperty]?
  /// For each slot of the hash index, the position of the property plus one; zero means a free slot. The index is `nil`
  /// up to ``indexThreshold`` properties, and then at most half full.
  private var slots: [UInt32]?

  private static let indexThreshold = 24
  /// The number of properties for which an event reserves room at first.
  static let usualCount = 8

  /// The position of a key; `nil` if the list does not have the key. The filter nearly always decides for a few
  /// properties.
  func position(of key: PropertyKey) -> Int? {
    filter & key.withRecord { $0.filterBit } == 0 ? nil : search(for: key)
  }

  /// Adds a property whose key ``position(of:)`` did not find.
  @inline(__always) private mutating func append(_ property: consuming TrackedProperty) {
    filter |= property.key.withRecord { $0.filterBit }
    if property.kind != .ordinary { isSpecial = true }
    elements.append(property)
    if elements.count > Self.indexThreshold { indexLast() }
  }

  /// Adds the properties of one source whose keys are missing.
  @inline(never) mutating func appendMissing(of properties: consuming TrackedProperties) {
    switch (consume properties).storage {
    case .none: break
    case .one(let property):
      if elements.isEmpty { elements.reserveCapacity(Self.usualCount) }
      if position(of: property.key) == nil { append(property) }
    case .many(let list, let isSpecial) where elements.capacity == 0:
      // This list is empty, so all keys are new, and they are already distinct.
      elements = list
      self.isSpecial = isSpecial
      list.withUnsafeBufferPointer { list in
        for position in list.indices { filter |= list[position].key.withRecord { $0.filterBit } }
      }
      if list.count > Self.indexThreshold { indexLast() }
    case .many(let list, _):
      let count = elements.count + list.count
      // The code reserves memory even if the array has room, because the array may be shared with the first source.
      elements.reserveCapacity(elements.capacity < count ? count + Self.usualCount : count)
      // The code reads the buffer, so that an element is copied once, and only if it is added.
      list.withUnsafeBufferPointer { list in
        for position in list.indices where self.position(of: list[position].key) == nil { append(list[position]) }
      }
    }
  }

  /// Adds a property. A new value replaces the value of the same key, and gets a flaw if both belong to one collection.
  /// The list leaves out an omitted property at the end: see ``leaveOut(_:isWhole:)``.
  ///
  /// - Parameter isReplacement: Whether the property comes from another collection, so that a replacement is intended
  ///   and not a flaw.
  @usableFromInline mutating func set(_ property: consuming TrackedProperty, isReplacement: Bool = false) {
    if property.isOmitted {
      if property.key.mayIdentify { omitted = (omitted ?? []) + [property] }
      return
    }
    guard let position = position(of: property.key) else { return append(property) }
    // The library reports two values for one key in one collection, even if neither value is sent.
    let isFlawed = !isReplacement || elements[position].flaws.contains(.duplicateKey)
    elements[position] = isFlawed ? property.copied(flaws: property.flaws.union(.duplicateKey)) : property
    if elements[position].kind != .ordinary { isSpecial = true }
  }

  /// Moves the properties out, and leaves the list empty.
  ///
  /// - Parameter isWhole: Whether the list is complete. A part of a builder's body is not complete.
  @usableFromInline @inline(never) mutating func take(isWhole: Bool = true) -> TrackedProperties {
    var taken = KeyedProperties()
    swap(&taken, &self)
    if let omitted = taken.omitted { taken.leaveOut(omitted, isWhole: isWhole) }
    return TrackedProperties(distinct: taken.elements, isSpecial: taken.isSpecial)
  }

  /// Leaves out properties without a value. If such a property is the ID of an entity, the entity's other properties
  /// are marked as open: ``EntityRule``. In a part of a builder's body, the property stays in the list until the body
  /// is complete.
  @inline(never) private mutating func leaveOut(_ omitted: [TrackedProperty], isWhole: Bool) {
    for property in omitted where position(of: property.key) == nil {
      if !isWhole {
        elements.append(property)
        isSpecial = true
      } else if isSpecial {
        for position in elements.indices where elements[position].key.identifyingKey == property.key {
          elements[position].kind = .open
        }
      }
    }
  }
}

// The initializers stand in an extension, so that the type keeps its memberwise initializer.
extension KeyedProperties {
  @usableFromInline init(capacity: Int) {
    self.init()
    if capacity > 0 { elements.reserveCapacity(capacity) }
  }

  init(of properties: TrackedProperties) {
    self.init()
    appendMissing(of: properties)
  }
}

// MARK: - Searching

extension KeyedProperties {
  @inline(never) private func search(for key: PropertyKey) -> Int? {
    // The code reads the buffer, so that elements are compared in place, without copies.
    elements.withUnsafeBufferPointer { elements in
      guard let slots else {
        for position in elements.indices where elements[position].key == key { return position }
        return nil
      }
      return slots.withUnsafeBufferPointer { slots in
        var slot = Self.firstSlot(forHash: key.nameHash, of: slots.count)
        while slots[slot] != 0 {
          let position = Int(slots[slot]) &- 1
          if elements[position].key == key { return position }
          slot = (slot &+ 1) & (slots.count &- 1)
        }
        return nil
      }
    }
  }

  /// Adds the last element to the index. If there is no index yet, or it is half full, makes a larger index of all
  /// elements.
  @inline(never) private mutating func indexLast() {
    let count = elements.count
    var start = count - 1
    var size = slots?.count ?? 0
    if 2 * count > size {
      while 2 * count > size { size = max(128, 2 * size) }
      start = 0
      slots = Array(repeating: 0, count: size)
    }
    elements.withUnsafeBufferPointer { elements in
      slots?.withUnsafeMutableBufferPointer { slots in
        for position in start..<count {
          var slot = Self.firstSlot(forHash: elements[position].key.nameHash, of: slots.count)
          while slots[slot] != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
          slots[slot] = UInt32(truncatingIfNeeded: position &+ 1)
        }
      }
    }
  }

  /// - Parameter count: A power of two.
  private static func firstSlot(forHash hash: Int, of count: Int) -> Int {
    (hash &>> 13 ^ hash) & (count &- 1)
  }
}

extension [TrackedProperty] {
  /// The position of a key.
  // The method reads the buffer, so that elements are compared in place. The benchmark `a lookup among 256` shows the
  // difference.
  func position(of key: PropertyKey) -> Int? {
    withUnsafeBufferPointer { properties in
      // This comparison comes first, because a key that is in the list is nearly always identical to the given key.
      for position in properties.indices where properties[position].key.isIdentical(to: key) { return position }
      for position in properties.indices where properties[position].key == key { return position }
      return nil
    }
  }
}
