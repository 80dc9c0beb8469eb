/// The storage of a ``ChainTable``: links by the address of their object, open-addressed with linear probing. Removal
/// closes the gap, so no tombstones are left.
///
/// To find out whether an object is gone takes a strong reference to it for a moment. Held by a stranger to the object,
/// that reference could be the last one: the object would live a moment longer than its owner thinks, and end in the
/// wrong place. So a sweep looks at links of its own *home* only (the actor, or outside of actors the thread, that made
/// them). Links of other homes are looked at in one pass when the table is half full, before it grows.
struct ChainSlots {
  private var slots: [ChainLink?] = Array(repeating: nil, count: minimumCapacity)
  private(set) var count = 0
  /// Counts whatever changes a way up. Paths that were made under another number are out of date.
  private(set) var generation: UInt = 0
  private var cursor = 0
  /// How many slots the pass over all homes has still to visit. Zero: there is none.
  private var leftInPass = 0

  private static let minimumCapacity = 64

  var capacity: Int { slots.count }

  func link(at address: ObjectIdentifier) -> ChainLink? {
    slots[slot(of: address)]
  }

  mutating func linksHaveChanged() { generation &+= 1 }

  /// The link of the object that `fresh` was made for: the one that is there, or `fresh`.
  ///
  /// A dead object's link at the same address gives way; the caller releases it after unlocking. The object itself is
  /// alive in the caller's hands, so the reference that is loaded here is never the last one.
  mutating func link(orInsert fresh: ChainLink, displaced: inout Displaced?) -> ChainLink {
    let slot = slot(of: fresh.address)
    guard let known = slots[slot] else {
      // The pass that starts at half full has normally made room, or has grown the table, long before this.
      if (count + 1) * 4 > slots.count * 3 { resize(to: slots.count * 2) }
      slots[self.slot(of: fresh.address)] = fresh
      count += 1
      if leftInPass == 0, isHalfFull { leftInPass = slots.count }
      return fresh
    }
    if known.object != nil { return known }
    displaced = Displaced(link: known, path: known.takePath())
    slots[slot] = fresh
    return fresh
  }

  /// What was taken out, to be released after unlocking.
  struct Displaced {
    let link: ChainLink
    let path: ChainPath?
  }

  mutating func remove(_ link: ChainLink) -> Displaced? {
    var gap = slot(of: link.address)
    guard slots[gap] === link else { return nil }
    defer { shrinkIfSparse() }
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
    return Displaced(link: link, path: link.takePath())
  }

  private mutating func shrinkIfSparse() {
    if slots.count > Self.minimumCapacity, count * 8 < slots.count { resize(to: slots.count / 2) }
  }

  /// Every link, when the table itself goes.
  var links: some Sequence<ChainLink> { slots.lazy.compactMap { $0 } }

  /// What a sweep found.
  struct Candidates {
    /// Whose objects may be gone.
    var links: [ChainLink] = []
    /// Ways up that nobody can use any more; the caller releases them after unlocking.
    var outdated: [ChainPath] = []
  }

  /// The links to look at in the next `number` slots after the last call's: those of `home`, and in a pass all.
  mutating func nextCandidates(_ number: Int, home: UInt) -> Candidates {
    var candidates = Candidates()
    for _ in 0..<number {
      cursor = (cursor + 1) & mask
      if let link = slots[cursor] {
        if leftInPass > 0 || link.sweepHome == home { candidates.links.append(link) }
        if let path = link.takeOutdatedPath(generation: generation) { candidates.outdated.append(path) }
      }
      if leftInPass > 0 {
        leftInPass -= 1
        if leftInPass == 0, isHalfFull {
          // What is here is alive, or was when the pass came by. Growing keeps the next pass far away.
          resize(to: slots.count * 2)
        }
      }
    }
    return candidates
  }

  private var isHalfFull: Bool { count * 2 > slots.count }

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
    leftInPass = 0
    for case let link? in old { slots[slot(of: link.address)] = link }
  }
}
