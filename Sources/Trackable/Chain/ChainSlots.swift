/// A part of the storage of a ``ChainTable``: links by the address of their object.
///
/// A linear hash table. It grows by one slot for a link that is added, and shrinks by one slot at a time: to make a
/// slot moves the links of one other slot, which are one or two. Links of one slot form a list. The slots lie in pages and
/// the pages in books, so that nothing large is ever allocated.
///
/// To find out whether an object is gone takes a strong reference to it for a moment. Held by a stranger to the object,
/// that reference could be the last one: the object would live a moment longer than its owner thinks, and end in the
/// wrong place. So a sweep looks at links of its own *home* only (the actor, or outside of actors the thread, that made
/// them), unless the table makes a pass over all homes.
struct ChainSlots {
  private typealias Page = [ChainLink?]
  private typealias Book = [Page]

  private var books: [Book] = [[Array(repeating: nil, count: minimumCapacity)]]
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
  // Slots in a page, and pages in a book. Not more: for an allocation of 1,024 bytes or more, glibc tidies up whatever
  // was freed before in one go, and that takes 130 ms after a million objects. Benchmarks: the longest call of a sweep.
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

  /// Why a visit came to its end.
  enum Visit {
    /// Everything was visited; the next visit begins anew.
    case end
    /// There is as much to let go of as should wait for the lock, or the budget is used up.
    case pause
  }

  /// Visits the next slots and links, and takes out the links of objects that are gone.
  ///
  /// - Parameters:
  ///   - budget: How far to go, in slots and links.
  ///   - home: Whose links are looked at; `nil`: everybody's.
  ///   - generation: Paths that were made under another one are out of date.
  ///   - haul: What has to be let go of after unlocking.
  mutating func visit(
    _ budget: inout ChainSweep.Budget, home: UInt?, generation: UInt, into haul: inout ChainSweep.Haul
  ) -> Visit {
    while budget.visits > 0, !haul.isFull {
      budget.visits -= 1
      work.visited += 1
      // Not in a pass over all homes: a link that is moved down would be passed over.
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
        take(link, into: &haul)
        budget.earn(ChainSweep.Budget.forDeadLink)
      }
    }
    return .pause
  }

  /// The link that the sweep has come to.
  private var linkAtCursor: ChainLink? {
    var next = self[cursor]
    for _ in 0..<seen { next = next?.next }
    return next
  }

  /// Takes out the link at the cursor.
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
    if let path = link.takePath() { haul.path = path }
    haul.take(link)
  }

  /// Sends the sweep back to the first slot.
  mutating func rewind() { (cursor, seen) = (0, 0) }

  /// Every link, when the table itself goes.
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

  /// The place of a slot's page in its book.
  private func page(of slot: Int) -> Int { slot >> Self.pageBits & (Self.pageSize - 1) }

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

  /// Room for all that a page or a book will ever hold, so that it is not allocated again while it fills.
  private static func room<Element>() -> [Element] {
    var list: [Element] = []
    list.reserveCapacity(pageSize)
    return list
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
