/// How far the search for dead links has come: the state of a ``ChainTable`` that its parts share.
struct ChainSweep {
  /// How many links there are.
  private(set) var count = 0
  /// A power of two. When half of it is taken, one pass looks at the links of all homes; only if half is still taken
  /// then, it doubles.
  private(set) var room = minimumRoom
  /// Which part is looked through.
  private(set) var part = 0
  /// Whether all homes are looked at.
  private(set) var isPass = false

  static let minimumRoom = ChainTable.partCount * ChainSlots.minimumCapacity

  mutating func linkWasAdded() { count += 1 }

  mutating func linkWasRemoved() {
    count -= 1
    if !isPass, isSparse { room /= 2 }
  }

  /// Whether a pass is due. It begins at the first slot of the first part, and ends after the last one.
  mutating func beginsPass() -> Bool {
    guard !isPass, count * 2 > room else { return false }
    isPass = true
    part = 0
    return true
  }

  /// Goes on to the next part.
  mutating func partIsDone() {
    part += 1
    guard part == ChainTable.partCount else { return }
    part = 0
    guard isPass else { return }
    isPass = false
    // What is here is alive, or was when the pass came by. More room keeps the next pass far away.
    while count * 2 > room { room *= 2 }
    while isSparse { room /= 2 }
  }

  /// How far a call goes, in slots and links that are looked at.
  struct Budget {
    private(set) var reserve = maximum - minimum
    var visits = minimum

    /// However little there is to do, and however much.
    static let (minimum, maximum) = (4, 256)
    /// To find a dead link takes about two.
    static let forDeadLink = 4

    /// What was found pays for looking further.
    mutating func earn(_ further: Int) {
      let further = min(further, reserve)
      reserve -= further
      visits += further
    }
  }

  private var isSparse: Bool { room > Self.minimumRoom && count * 8 < room }
}

extension ChainTable {
  /// Looks at the next few slots. Each dead link found pays for looking further, so a crowd of dead links is cleared
  /// quickly, up to a bound that keeps a single call short.
  ///
  /// - Parameter first: The first link to look at.
  func sweep(from first: ChainLink?, _ home: UInt, _ budget: ChainSweep.Budget) {
    var budget = budget
    var candidate = first
    while let link = candidate {
      // Outside the lock: the reference loaded here may turn out to be the last one.
      let isDead = link.object == nil
      if isDead { budget.earn(ChainSweep.Budget.forDeadLink) }
      candidate = nextVisit(home, removing: isDead ? link : nil, &budget)
    }
    Self.releaseSome()
  }

  /// Takes a dead link out, and goes on to the next one that has to be looked at.
  func nextVisit(_ home: UInt, removing dead: ChainLink?, _ budget: inout ChainSweep.Budget) -> ChainLink? {
    var dead = dead
    while true {
      let (candidate, paths) = structure.withLock { sweep in
        let path = dead.flatMap { remove($0, &sweep) }
        dead = nil
        let (candidate, outdated) = nextVisit(&sweep, home, &budget)
        return (candidate, (path, outdated))
      }
      withExtendedLifetime(paths) {}
      if candidate != nil || budget.visits <= 0 { return candidate }
    }
  }

  /// The next link to look at; the caller holds the lock of the structure.
  func nextVisit(
    _ sweep: inout ChainSweep, _ home: UInt, _ budget: inout ChainSweep.Budget
  ) -> (ChainLink?, outdated: ChainPath?) {
    if sweep.beginsPass() {
      for part in parts { part.withLock { $0.slots.rewind() } }
    }
    while budget.visits > 0 {
      let generation = generation.load(ordering: .relaxed)
      let home = sweep.isPass ? nil : home
      switch parts[sweep.part].withLock({ $0.slots.visit(&budget, home: home, generation: generation) }) {
      case .link(let candidate, let outdated): return (candidate, outdated)
      case .end: sweep.partIsDone()
      case .none: break
      }
    }
    return (nil, nil)
  }

  private func remove(_ link: ChainLink, _ sweep: inout ChainSweep) -> ChainPath? {
    part(of: ChainSlots.hash(of: link.address)).withLock { part in
      guard part.slots.remove(link) else { return nil }
      sweep.linkWasRemoved()
      return link.takePath()
    }
  }

  /// How many links the table holds, and how many slots it has.
  var size: (links: Int, capacity: Int) {
    (structure.withLock { $0.count }, parts.reduce(0) { $0 + $1.withLock { $0.slots.capacity } })
  }

  /// How many links may be added until all are looked at, twice over.
  var room: Int { structure.withLock { $0.room } }

  /// What all calls so far did.
  var work: ChainSlots.Work {
    parts.reduce(into: ChainSlots.Work()) { sum, part in sum.add(part.withLock { $0.slots.work }) }
  }
}
