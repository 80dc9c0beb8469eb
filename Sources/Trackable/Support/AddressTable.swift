/// Objects, found by an address: an open-addressed hash table with linear probing.
///
/// Removing shifts later entries back, so there are no tombstones. The table doubles when it is seven eighths full, and
/// halves when it is an eighth full.
struct AddressTable<Value: AnyObject>: ~Copyable {
  private struct Slot {
    var address: UInt = 0
    var value: Value?
  }

  // Invariant: points to `capacity` initialised slots, a power of two, at least one of them free; `nil` while nothing
  // was ever inserted. An address of zero marks a free slot. `RecycledAddressTests` and `LinkMemoryTests` break without it.
  private var slots: UnsafeMutablePointer<Slot>?
  private(set) var capacity = 0
  private(set) var count = 0

  private static var minimumCapacity: Int { 8 }

  deinit {
    slots?.deinitialize(count: capacity)
    slots?.deallocate()
  }

  /// Calls `body` with the value for an address, without retaining it.
  @inline(__always)
  func withValue<Result>(at address: ObjectIdentifier, _ body: (Value?) -> Result) -> Result {
    guard let slots else { return body(nil) }
    let address = UInt(bitPattern: address)
    var index = AddressHash.place(of: address, in: capacity)
    while true {
      if slots[index].address == address { return body(slots[index].value) }
      if slots[index].address == 0 { return body(nil) }
      index = (index &+ 1) & (capacity &- 1)
    }
  }

  /// The value for an address.
  @inline(__always)
  func value(at address: ObjectIdentifier) -> Value? { withValue(at: address) { $0 } }

  /// Inserts a value at an address that has none.
  mutating func insert(_ value: Value, at address: ObjectIdentifier) {
    if (count + 1) * 8 > capacity * 7 { resize(to: max(Self.minimumCapacity, capacity * 2)) }
    place(value, at: UInt(bitPattern: address))
    count += 1
  }

  /// Removes the value of an address.
  mutating func remove(at address: ObjectIdentifier) {
    guard let slots else { return }
    let address = UInt(bitPattern: address)
    var index = AddressHash.place(of: address, in: capacity)
    while slots[index].address != address {
      if slots[index].address == 0 { return }
      index = (index &+ 1) & (capacity &- 1)
    }
    slots[index].value = nil
    var hole = index
    var next = (hole &+ 1) & (capacity &- 1)
    while slots[next].address != 0 {
      let wanted = AddressHash.place(of: slots[next].address, in: capacity)
      // An entry may move back to the hole if the hole is not before the place where it is looked for first.
      if (next &- wanted) & (capacity &- 1) >= (next &- hole) & (capacity &- 1) {
        slots[hole].address = slots[next].address
        slots[hole].value = slots[next].value.take()
        hole = next
      }
      next = (next &+ 1) & (capacity &- 1)
    }
    slots[hole].address = 0
    count -= 1
    if capacity > Self.minimumCapacity, count * 8 < capacity { resize(to: capacity / 2) }
  }

  private func place(_ value: consuming Value?, at address: UInt) {
    guard let slots else { return }
    var index = AddressHash.place(of: address, in: capacity)
    while slots[index].address != 0 { index = (index &+ 1) & (capacity &- 1) }
    slots[index].address = address
    slots[index].value = value
  }

  private mutating func resize(to newCapacity: Int) {
    let (old, oldCapacity) = (slots, capacity)
    let fresh = UnsafeMutablePointer<Slot>.allocate(capacity: newCapacity)
    fresh.initialize(repeating: Slot(), count: newCapacity)
    slots = fresh
    capacity = newCapacity
    guard let old else { return }
    for index in 0..<oldCapacity {
      let address = old[index].address
      if address != 0 { place(old[index].value.take(), at: address) }
    }
    old.deinitialize(count: oldCapacity)
    old.deallocate()
  }
}

/// The hash of an address, for tables that are searched by the address of an object or of a type's metadata.
@usableFromInline package enum AddressHash {
  /// Where an address is looked for first, among a power of two of places.
  ///
  /// The address is spread over 64 bits by Fibonacci hashing: addresses that differ differ in the *upper* bits, and the place is
  /// taken from these. The lower ones repeat the alignment of the address.
  ///
  /// - Parameter bit: The lowest bit that counts. The topmost byte selects a shard, those below it the slot there.
  @inlinable @inline(__always)
  package static func place(of address: UInt, in count: Int, from bit: UInt64 = 32) -> Int {
    // 2⁶⁴ divided by the golden ratio.
    let hash = UInt64(address) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> bit) & (count &- 1)
  }
}
