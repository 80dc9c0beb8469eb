/// The storage of a ``ChainTable``: links by the address of their object, open-addressed with linear probing, at most
/// three quarters full. Removal closes the gap, so no tombstones are left.
struct ChainSlots {
  private var slots: [ChainLink?] = Array(repeating: nil, count: minimumCapacity)
  private(set) var count = 0
  private var cursor = 0

  private static let minimumCapacity = 16

  var capacity: Int { slots.count }

  func link(at address: ObjectIdentifier) -> ChainLink? {
    slots[slot(of: address)]
  }

  /// The link of the object that `fresh` was made for: the one that is there, or `fresh`.
  ///
  /// A dead object's link at the same address gives way; the caller releases it after unlocking. The object itself is
  /// alive in the caller's hands, so the reference that is loaded here is never the last one.
  mutating func link(orInsert fresh: ChainLink, displaced: inout ChainLink?) -> ChainLink {
    let slot = slot(of: fresh.address)
    guard let known = slots[slot] else {
      if (count + 1) * 4 > slots.count * 3 { resize(to: slots.count * 2) }
      slots[self.slot(of: fresh.address)] = fresh
      count += 1
      return fresh
    }
    if known.object != nil { return known }
    displaced = known
    slots[slot] = fresh
    return fresh
  }

  mutating func remove(_ link: ChainLink) {
    var gap = slot(of: link.address)
    guard slots[gap] === link else { return }
    slots[gap] = nil
    count -= 1
    // Whatever could have been pushed past the gap moves back into it.
    var next = (gap + 1) & mask
    while let candidate = slots[next] {
      let home = firstSlot(of: candidate.address)
      if (next &- home) & mask >= (next &- gap) & mask {
        slots[gap] = candidate
        slots[next] = nil
        gap = next
      }
      next = (next + 1) & mask
    }
    if slots.count > Self.minimumCapacity, count * 8 < slots.count { resize(to: slots.count / 2) }
  }

  /// The links in the next `number` slots after the last call's.
  mutating func nextCandidates(_ number: Int) -> [ChainLink] {
    var candidates: [ChainLink] = []
    for _ in 0..<min(number, slots.count) {
      cursor = (cursor + 1) & mask
      if let link = slots[cursor] { candidates.append(link) }
    }
    return candidates
  }

  private var mask: Int { slots.count - 1 }

  /// The slot that holds the address, or the free one where it belongs.
  private func slot(of address: ObjectIdentifier) -> Int {
    var slot = firstSlot(of: address)
    while let link = slots[slot], link.address != address { slot = (slot + 1) & mask }
    return slot
  }

  private func firstSlot(of address: ObjectIdentifier) -> Int {
    let bits = UInt64(UInt(bitPattern: address)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: bits &>> 32) & mask
  }

  private mutating func resize(to capacity: Int) {
    let old = slots
    slots = Array(repeating: nil, count: capacity)
    cursor &= mask
    for case let link? in old { slots[slot(of: link.address)] = link }
  }
}
