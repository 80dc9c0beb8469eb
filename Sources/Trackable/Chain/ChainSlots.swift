/// One part of the storage of a ``ChainTable``: links, found by the addresses of their objects.
///
/// This is a linear hash table. When there are more links than slots, it grows by one slot for each link that is added,
/// and it shrinks by one slot at a time. Making a slot moves the links of one other slot only, usually one or two. The
/// links of a slot form a list. Slots are stored in pages, and pages in books, so that nothing large is ever allocated.
///
/// Finding out whether an object is gone takes a strong reference to it for a moment. If code on another actor or
/// thread did that, its reference could turn out to be the last one: the object would live a moment longer than its
/// owner expects, and be deallocated in the wrong place. So a sweep examines only links of its own *home* (the actor,
/// or outside of actors the thread, that made them), unless the table is making a pass over all homes.
struct ChainSlots {
  private typealias Page = [ChainLink?]
  private typealias Book = [Page]

  private var books: [Book] = [[Array(repeating: nil, count: minimumCapacity)]]
  /// How many slots there are.
  private(set) var capacity = minimumCapacity
  /// One less than the smallest power of two that is at least the capacity.
  private var mask = minimumCapacity - 1
  private(set) var count = 0

  /// The slot where the sweep continues.
  private var cursor = 0
  /// How many links of that slot the sweep has seen. Reset to zero when the slot's list changes.
  private var seen = 0

  /// All the work done so far.
  private(set) var work = Work()

  static let minimumCapacity = 4
  // How many slots a page has, and how many pages a book has. Not more, because an allocation of 1,024 bytes or more
  // makes glibc consolidate everything that was freed before in one go, which takes 130 ms after a million objects.
  // Benchmarks: the longest call of a sweep.
  private static let pageBits = 6
  private static let pageSize = 1 << pageBits

  /// Work is counted so that tests can check the bound of a single call.
  struct Work: Equatable {
    /// Slots and links that sweeps have examined.
    var visited = 0
    /// Links that were moved to another slot.
    var moved = 0
    /// Links that were removed.
    var removed = 0

    mutating func add(_ other: Work) {
      visited += other.visited
      moved += other.moved
      removed += other.removed
    }
  }

  /// A number that spreads addresses evenly. Its upper half selects the slot, and the topmost bits select the part of
  /// the table.
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

  /// The way up that the link at an address has cached.
  @inline(__always)
  func path(at address: ObjectIdentifier, hash: UInt64) -> ChainPath? {
    // Most links are the first of their slot. They are used in place, because each copy would be retained and released.
    guard let first = self[slot(of: hash)] else { return nil }
    return first.address == address ? first.path : link(at: address, hash: hash)?.path
  }

  /// Adds the link of an object that has none here.
  mutating func insert(_ link: ChainLink) {
    append(link, to: slot(of: Self.hash(of: link.address)))
    count += 1
    if count > capacity { addSlot() }
  }

  /// Removes a link. Returns whether it was here.
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

  /// Why a visit ended.
  enum Visit {
    /// All slots were visited; the next visit starts again from the first.
    case end
    /// The haul is full and has to be released after unlocking, or the budget is used up.
    case pause
  }

  /// Visits the next slots and links, and removes the links of objects that are gone.
  ///
  /// - Parameters:
  ///   - budget: How many slots and links may be visited.
  ///   - home: Whose links are examined; `nil` means everybody's.
  ///   - generation: The current generation. Paths of any other are outdated.
  ///   - haul: Collects what has to be released after unlocking.
  mutating func visit(
    _ budget: inout ChainSweep.Budget, home: UInt?, generation: UInt, into haul: inout ChainSweep.Haul
  ) -> Visit {
    while budget.visits > 0, !haul.isFull {
      budget.visits -= 1
      work.visited += 1
      // Not in a pass over all homes: it would miss a link that moves to a slot it has already visited.
      if home != nil, capacity > Self.minimumCapacity, count * 2 < capacity {
        let movedBefore = work.moved
        removeSlot()
        budget.earn(1)
        budget.visits -= work.moved - movedBefore
        continue
      }
      guard cursor < capacity else {
        (cursor, seen) = (0, 0)
        return .end
      }
      guard let link = linkAtCursor else {
        (cursor, seen) = (cursor + 1, 0)
        continue
      }
      if let outdated = link.takeOutdatedPath(generation: generation) {
        budget.visits -= outdated.steps.count / 4
        haul.path = outdated
      }
      if let home, link.sweepHome != home {
        seen += 1
      } else if let object = link.object {
        seen += 1
        haul.hold(object)
      } else {
        // Releasing a long path takes its time, whether it is outdated or not.
        if let path = link.takePath() {
          budget.visits -= path.steps.count / 4
          haul.path = path
        }
        take(link, into: &haul)
        budget.earn(ChainSweep.Budget.forDeadLink)
      }
    }
    return .pause
  }

  /// The link that is visited next.
  private var linkAtCursor: ChainLink? {
    var next = self[cursor]
    for _ in 0..<seen { next = next?.next }
    return next
  }

  /// Removes the link at the cursor.
  private mutating func take(_ link: ChainLink, into haul: inout ChainSweep.Haul) {
    if seen == 0 {
      self[cursor] = link.next.take()
    } else {
      var before = self[cursor]
      for _ in 1..<seen { before = before?.next }
      before?.next = link.next.take()
    }
    count -= 1
    work.removed += 1
    haul.take(link)
  }

  /// Restarts the sweep at the first slot.
  mutating func rewind() { (cursor, seen) = (0, 0) }

  /// All links, for the moment when the table itself goes.
  var links: [ChainLink] {
    books.joined().joined().flatMap { first in
      sequence(state: first) { next in
        defer { next = next?.next }
        return next
      }
    }
  }

  private subscript(slot: Int) -> ChainLink? {
    get { books[slot >> (2 * Self.pageBits)][page(of: slot)][slot & (Self.pageSize - 1)] }
    _modify { yield &books[slot >> (2 * Self.pageBits)][page(of: slot)][slot & (Self.pageSize - 1)] }
  }

  /// The index of a slot's page in its book.
  private func page(of slot: Int) -> Int { slot >> Self.pageBits & (Self.pageSize - 1) }

  private func slot(of hash: UInt64) -> Int {
    let slot = Int(truncatingIfNeeded: hash &>> 32) & mask
    return slot < capacity ? slot : slot & (mask >> 1)
  }

  /// Appends at the end, so that the links which the sweep has seen keep their positions.
  private mutating func append(_ link: ChainLink, to slot: Int) {
    guard var last = self[slot] else { return self[slot] = link }
    while let next = last.next { last = next }
    last.next = link
  }

  private mutating func addSlot() {
    if capacity > mask { mask = mask << 1 | 1 }
    let source = capacity & (mask >> 1)
    let isNewPage = capacity & (Self.pageSize - 1) == 0
    if isNewPage && page(of: capacity) == 0 { books.append(Self.room()) }
    let book = books.count - 1
    if isNewPage { books[book].append(Self.room()) }
    books[book][page(of: capacity)].append(nil)
    capacity += 1
    move(self[source].take(), from: source)
  }

  private mutating func removeSlot() {
    capacity -= 1
    let (book, page) = (books.count - 1, page(of: capacity))
    let links = books[book][page].removeLast()
    if books[book][page].isEmpty { books[book].removeLast() }
    if books[book].isEmpty { books.removeLast() }
    if capacity - 1 <= mask >> 1 { mask >>= 1 }
    move(links, from: capacity)
  }

  /// An empty array with room for everything that a page or a book will ever hold, so that it is not reallocated while
  /// it fills.
  private static func room<Element>() -> [Element] {
    var list: [Element] = []
    list.reserveCapacity(pageSize)
    return list
  }

  /// Moves the links of a slot to where they belong now.
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
