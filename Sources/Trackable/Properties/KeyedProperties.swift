/// An ordered list of properties, one a key, that finds a key fast while it grows.
///
/// A 64-bit filter answers most questions about keys that are not there; up to 24 properties are searched in order,
/// more through an open-addressed index, so that building n of them costs n steps and not n².
struct KeyedProperties {
  private(set) var elements: [TrackedProperty] = []
  private var filter: UInt64 = 0
  /// Positions plus one, by hash; zero is free. Empty until ``indexThreshold`` is passed, then at most half full.
  private var slots: [UInt32] = []

  private static let indexThreshold = 24

  init(capacity: Int = 0) {
    elements.reserveCapacity(capacity)
  }

  func position(of key: PropertyKey) -> Int? {
    if filter & key.entry.filterBit == 0 { return nil }
    if slots.isEmpty { return elements.firstIndex { $0.key.denotesSame(as: key) } }
    var slot = firstSlot(for: key)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if elements[position].key.denotesSame(as: key) { return position }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a property whose key ``position(of:)`` did not find.
  mutating func append(_ property: TrackedProperty) {
    elements.append(property)
    filter |= property.key.entry.filterBit
    if elements.count > max(Self.indexThreshold, slots.count / 2) {
      rebuildIndex()
    } else if !slots.isEmpty {
      occupySlot(forPosition: elements.count - 1)
    }
  }

  mutating func replace(at position: Int, with property: TrackedProperty) {
    elements[position] = property
  }

  private mutating func rebuildIndex() {
    slots = Array(repeating: 0, count: max(128, slots.count * 2))
    for position in elements.indices { occupySlot(forPosition: position) }
  }

  private mutating func occupySlot(forPosition position: Int) {
    var slot = firstSlot(for: elements[position].key)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(position + 1)
  }

  private func firstSlot(for key: PropertyKey) -> Int {
    (key.entry.identityHash &>> 13 ^ key.entry.identityHash) & (slots.count - 1)
  }
}
