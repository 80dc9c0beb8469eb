/// A hash table from addresses to objects, with open addressing and linear probing.
///
/// A removal moves the entries behind the removed entry forward, so the table has no tombstones. The table doubles at
/// seven eighths of its capacity, and halves at one eighth.
package struct AddressTable<Value: AnyObject>: ~Copyable {
  typealias Slot = (address: UInt, value: Value?)

  // Invariant: the pointer points to `capacity` initialised slots, of which at least one is free; `nil` before the
  // first insertion. The capacity is a power of two. An address of zero marks a free slot. `RecycledAddressTests` and
  // `LinkMemoryTests` fail if the table has no free slot, or if a slot is read before it is initialised, because these
  // tests read all slots.
  private(set) var slots: UnsafeMutablePointer<Slot>?
  private(set) var capacity = 0
  package private(set) var count = 0

  static var minimumCapacity: Int { 8 }

  package init() {}

  deinit {
    slots?.deinitialize(count: capacity)
    slots?.deallocate()
  }

  /// Calls `body` with the value for an address, without retaining it.
  @inline(__always) func withValue<Result>(at address: ObjectIdentifier, _ body: (Value?) -> Result) -> Result {
    guard let slots else { return body(nil) }
    return body(slots[index(of: UInt(bitPattern: address), in: slots)].value)
  }

  /// The value for an address.
  @inline(__always) package func value(at address: ObjectIdentifier) -> Value? { withValue(at: address) { $0 } }

  /// Inserts a value at an address without a value.
  package mutating func insert(_ value: Value, at address: ObjectIdentifier) {
    if (count + 1) * 8 > capacity * 7 { resize(to: max(Self.minimumCapacity, capacity * 2)) }
    place(value, at: UInt(bitPattern: address))
    count += 1
  }

  /// Removes the value of an address.
  package mutating func remove(at address: ObjectIdentifier) {
    guard let slots else { return }
    var index = index(of: UInt(bitPattern: address), in: slots)
    if slots[index].address == 0 { return }
    slots[index] = (0, nil)
    count -= 1
    // Each entry from here to the next free slot may be there only because the removed entry had its slot.
    while true {
      index = (index &+ 1) & (capacity &- 1)
      let address = slots[index].address
      if address == 0 { break }
      slots[index].address = 0
      place(slots[index].value.take(), at: address)
    }
    if capacity > Self.minimumCapacity, count * 8 < capacity { resize(to: capacity / 2) }
  }

  /// The index of the slot with an address or, if the table does not have the address, of the free slot for it.
  private func index(of address: UInt, in slots: UnsafeMutablePointer<Slot>) -> Int {
    var index = address.place(in: capacity)
    while slots[index].address != address, slots[index].address != 0 { index = (index &+ 1) & (capacity &- 1) }
    return index
  }

  private func place(_ value: consuming Value?, at address: UInt) {
    guard let slots else { return }
    let index = index(of: address, in: slots)
    slots[index].address = address
    slots[index].value = value
  }

  private mutating func resize(to newCapacity: Int) {
    let (old, oldCapacity) = (slots, capacity)
    let fresh = UnsafeMutablePointer<Slot>.allocate(capacity: newCapacity)
    fresh.initialize(repeating: (0, nil), count: newCapacity)
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

extension UInt {
  /// The first index at which to look for an address. The number of places has to be a power of two.
  ///
  /// Fibonacci hashing spreads the address over 64 bits: different addresses differ in the *upper* bits, from which the
  /// place is taken. The lower bits repeat the alignment of the address.
  ///
  /// - Parameter bit: The lowest bit of the place. The topmost byte of the hash selects a shard, and the bits below
  ///   that byte select a slot in the shard.
  func place(in count: Int, from bit: UInt64 = 32) -> Int {
    // 2⁶⁴ divided by the golden ratio.
    let hash = UInt64(self) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> bit) & (count &- 1)
  }
}
