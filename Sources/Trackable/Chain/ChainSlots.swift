/// A part of the storage of a ``ChainTable``: links by the address of their object.
///
/// A linear hash table. It grows by one slot for a link that is added, and shrinks by one slot at a time: to make a
/// slot moves the links of one other slot, which are one or two. Links of one slot form a list. The slots lie in pages,
/// so that nothing large is ever made anew.
///
/// To find out whether an object is gone takes a strong reference to it for a moment. Held by a stranger to the object,
/// that reference could be the last one: the object would live a moment longer than its owner thinks, and end in the
/// wrong place. So a sweep looks at links of its own *home* only (the actor, or outside of actors the thread, that made
/// them), unless the table makes a pass over all homes.
struct ChainSlots {
  private var pages: [[ChainLink?]] = [Array(repeating: nil, count: minimumCapacity)]
  /// How many slots there are.
  private(set) var capacity = minimumCapacity
  /// One less than the smallest power of two that is not below the capacity.
  private var mask = minimumCapacity - 1
  private(set) var count = 0

  /// Where the sweep stands.
  private var cursor = 0
  /// How many links of the slot at the cursor it has seen. Back to zero when the slot changes.
  private var seen = 0

  /// What was done so far, in all.
  private(set) var work = Work()

  static let minimumCapacity = 4
  // Not larger: a large allocation has some allocators tidy up whatever was freed before, in one go.
  private static let pageBits = 6
  private static let pageSize = 1 << pageBits

  /// A call's work is counted, so that its bound can be tested.
  struct Work: Equatable {
    /// Slots and links that a sweep looked at.
    var visited = 0
    /// Links that came to another slot.
    var moved = 0
    /// Links that were taken out.
    var removed = 0

    mutating func add(_ other: Work) {
      visited += other.visited
      moved += other.moved
      removed += other.removed
    }
  }

  /// A number that spreads addresses evenly. Its upper half is made for slots, the topmost bits for parts of a table.
  static func hash(of address: ObjectIdentifier) -> UInt64 {
    UInt64(UInt(bitPattern: address)) &* 0x9E37_79B9_7F4A_7C15
  }

  func link(at address: ObjectIdentifier, hash: UInt64) -> ChainLink? {
    var next = self[slot(of: hash)]
    while let link = next {
      if link.address == address { return link }
      next = link.next
    }
    return nil
  }

  /// The way up that the link at an address keeps.
  @inline(__always)
  func path(at address: ObjectIdentifier, hash: UInt64) -> ChainPath? {
    // Most links are the first ones of their slots, and are not handed around: each copy counts up and down.
    guard let first = self[slot(of: hash)] else { return nil }
    return first.address == address ? first.path : link(at: address, hash: hash)?.path
  }

  /// Adds the link of an object that has none here.
  mutating func insert(_ link: ChainLink) {
    append(link, to: slot(of: Self.hash(of: link.address)))
    count += 1
    if count > capacity { addSlot() }
  }

  /// Takes a link out. Answers whether it was here.
  mutating func remove(_ link: ChainLink) -> Bool {
    let slot = slot(of: Self.hash(of: link.address))
    if self[slot] === link {
      self[slot] = link.next.take()
    } else {
      var before = self[slot]
      while let current = before, current.next !== link { before = current.next }
      guard let before else { return false }
      before.next = link.next.take()
    }
    if slot == cursor { seen = 0 }
    count -= 1
    work.removed += 1
    return true
  }

  /// What a sweep comes upon.
  enum Visit {
    /// A link to look at, and a way up that nobody can use any more, to be released after unlocking.
    case link(ChainLink?, outdated: ChainPath?)
    /// Everything was visited; the next visit begins anew.
    case end
    /// Nothing as far as it went.
    case none
  }

  /// Visits the next slots and links, until there is something to do outside of the lock.
  ///
  /// - Parameters:
  ///   - budget: How far to go, in slots and links.
  ///   - home: Whose links are looked at; `nil`: everybody's.
  ///   - generation: Paths that were made under another one are out of date.
  mutating func visit(_ budget: inout ChainSweep.Budget, home: UInt?, generation: UInt) -> Visit {
    while budget.visits > 0 {
      budget.visits -= 1
      work.visited += 1
      // Not in a pass over all homes: a link that is moved down would be passed over.
      if home != nil, capacity > Self.minimumCapacity, count * 2 < capacity {
        removeSlot()
        budget.earn(1)
        continue
      }
      guard cursor < capacity else {
        (cursor, seen) = (0, 0)
        return .end
      }
      var next = self[cursor]
      for _ in 0..<seen { next = next?.next }
      guard let link = next else {
        (cursor, seen) = (cursor + 1, 0)
        continue
      }
      seen += 1
      let candidate = home == nil || link.sweepHome == home ? link : nil
      let outdated = link.takeOutdatedPath(generation: generation)
      if let outdated { budget.visits -= outdated.steps.count / 4 }
      if candidate != nil || outdated != nil { return .link(candidate, outdated: outdated) }
    }
    return .none
  }

  /// Sends the sweep back to the first slot.
  mutating func rewind() { (cursor, seen) = (0, 0) }

  /// Every link, when the table itself goes.
  var links: [ChainLink] {
    pages.joined().flatMap { first in
      sequence(state: first) { next in
        defer { next = next?.next }
        return next
      }
    }
  }

  private subscript(slot: Int) -> ChainLink? {
    get { pages[slot >> Self.pageBits][slot & (Self.pageSize - 1)] }
    _modify { yield &pages[slot >> Self.pageBits][slot & (Self.pageSize - 1)] }
  }

  private func slot(of hash: UInt64) -> Int {
    let slot = Int(truncatingIfNeeded: hash &>> 32) & mask
    return slot < capacity ? slot : slot & (mask >> 1)
  }

  /// At the end, so that the order of those which the sweep has seen does not change.
  private mutating func append(_ link: ChainLink, to slot: Int) {
    guard var last = self[slot] else { return self[slot] = link }
    while let next = last.next { last = next }
    last.next = link
  }

  private mutating func addSlot() {
    if capacity > mask { mask = mask << 1 | 1 }
    let source = capacity & (mask >> 1)
    if pages[pages.count - 1].count == Self.pageSize {
      var page: [ChainLink?] = []
      page.reserveCapacity(Self.pageSize)
      pages.append(page)
    }
    pages[pages.count - 1].append(nil)
    capacity += 1
    move(self[source].take(), from: source)
  }

  private mutating func removeSlot() {
    let last = pages.count - 1
    let links = pages[last].removeLast()
    if pages[last].isEmpty {
      pages.removeLast()
      // What is left of the list of a large table is made small again: it is a few hundred words at most.
      if pages.count * 4 < pages.capacity, pages.capacity > 16 { pages = pages.map { $0 } }
    }
    capacity -= 1
    if capacity - 1 <= mask >> 1 { mask >>= 1 }
    move(links, from: capacity)
  }

  /// Puts the links of a slot where they belong now.
  private mutating func move(_ links: ChainLink?, from slot: Int) {
    if slot == cursor { seen = 0 }
    var next = links
    while let link = next {
      next = link.next.take()
      append(link, to: self.slot(of: Self.hash(of: link.address)))
      work.moved += 1
    }
  }
}
