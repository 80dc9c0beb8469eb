/// The progress of the search for dead links: the state that all parts of a ``ChainTable`` share.
struct ChainSweep {
  /// How many links the table holds.
  private(set) var count = 0
  /// A power of two. When more than half of it is used, one pass examines the links of all homes. Only if more than
  /// half is still used after that, it doubles.
  private(set) var room = minimumRoom
  /// The part that is being searched.
  private(set) var part = 0
  /// Whether a pass over all homes is under way.
  private(set) var isPass = false

  static let minimumRoom = ChainTable.partCount * ChainSlots.minimumCapacity

  mutating func linkWasAdded() { count += 1 }

  mutating func linkWasRemoved() {
    count -= 1
    mayRest = false
    if !isPass, isSparse { room /= 2 }
  }

  /// Whether this call searches nothing. Every second call does, as long as nothing dead is found.
  mutating func rests() -> Bool {
    let rests = mayRest && !isPass
    mayRest = !rests
    return rests
  }

  /// Begins a pass over all homes if one is due, and returns whether it did. A pass begins at the first slot of the
  /// first part, and ends after the last slot of the last.
  mutating func beginsPass() -> Bool {
    guard !isPass, count * 2 > room else { return false }
    isPass = true
    part = 0
    return true
  }

  /// Moves on to the next part.
  mutating func partIsDone() {
    part += 1
    guard part == ChainTable.partCount else { return }
    part = 0
    guard isPass else { return }
    isPass = false
    // Every link that is left was alive when the pass came by. More room postpones the next pass.
    while count * 2 > room { room *= 2 }
    while isSparse { room /= 2 }
  }

  /// How many slots and links a call may visit.
  struct Budget {
    private(set) var reserve = maximum - minimum
    var visits = minimum

    /// The least and the most that a call visits. The most is enough for about twelve dead links, which take 20 to 50
    /// us if nothing of them is in the processor's caches. Benchmarks: the longest call of a sweep.
    static let (minimum, maximum) = (3, 96)
    /// What one dead link adds to the budget. Where others are dead as well, finding the next takes about five visits.
    static let forDeadLink = 8

    /// Extends the budget after something was found.
    mutating func earn(_ further: Int) {
      let further = min(further, reserve)
      reserve -= further
      visits += further
    }
  }

  private var mayRest = false
  private var isSparse: Bool { room > Self.minimumRoom && count * 8 < room }
}

extension ChainSweep {
  /// What a visit has come across and must not release under a lock: any of it may be the last reference to an
  /// adopter's object, whose `deinit` may do anything.
  ///
  /// Invariant behind `@unchecked Sendable`: the objects are only held and released, never used. `SweepHomeTests` check
  /// that they are released at home, and `ChainTableConcurrencyTests` that this does not happen under a lock.
  struct Haul: @unchecked Sendable {
    /// Links that were removed, in a list.
    private var dead: ChainLink?
    private(set) var deadCount = 0
    /// An outdated way up, which nobody can use any more. There is room for one.
    var path: ChainPath?
    /// Objects that turned out to be alive.
    private(set) var alive: (AnyObject?, AnyObject?, AnyObject?, AnyObject?)
    private var aliveCount = 0

    /// Once it is full, the lock is released, so that the haul can be released too.
    var isFull: Bool { aliveCount == 4 || deadCount == 8 || path != nil }

    mutating func take(_ link: ChainLink) {
      link.next = dead.take()
      dead = link
      deadCount += 1
    }

    mutating func hold(_ object: any TrackableObject) {
      switch aliveCount {
      case 0: alive.0 = object
      case 1: alive.1 = object
      case 2: alive.2 = object
      default: alive.3 = object
      }
      aliveCount += 1
    }

    /// Releases everything.
    @inline(never)
    mutating func letGo() {
      var next = dead
      self = Haul()
      while let link = next { next = link.next.take() }
    }
  }
}

extension ChainTable {
  /// Visits the next few slots. Each dead link found extends the budget, so many dead links are cleared quickly, up to
  /// a bound that keeps a single call short.
  ///
  /// - Parameter haul: What has been collected so far.
  func sweep(_ haul: inout ChainSweep.Haul, _ home: UInt, _ budget: inout ChainSweep.Budget) {
    haul.letGo()
    while budget.visits > 0 {
      haul = structure.withLock { nextVisit(&$0, home, &budget) }
      haul.letGo()
    }
    Self.releaseSome()
  }

  /// Performs the next visit. The caller holds the lock of the structure.
  func nextVisit(_ sweep: inout ChainSweep, _ home: UInt, _ budget: inout ChainSweep.Budget) -> ChainSweep.Haul {
    var haul = ChainSweep.Haul()
    if sweep.beginsPass() {
      for part in parts { part.withLock { $0.slots.rewind() } }
    }
    while budget.visits > 0, !haul.isFull {
      let generation = generation.load(ordering: .relaxed)
      let home = sweep.isPass ? nil : home
      let known = haul.deadCount
      let visit = parts[sweep.part].withLock {
        $0.slots.visit(&budget, home: home, generation: generation, into: &haul)
      }
      for _ in known..<haul.deadCount { sweep.linkWasRemoved() }
      if case .end = visit { sweep.partIsDone() }
    }
    return haul
  }

  /// How many links the table holds, and how many slots it has.
  var size: (links: Int, capacity: Int) {
    (structure.withLock { $0.count }, parts.reduce(0) { $0 + $1.withLock { $0.slots.capacity } })
  }

  /// Twice the number of links above which a pass over all homes is due.
  var room: Int { structure.withLock { $0.room } }

  /// The work of all calls so far.
  var work: ChainSlots.Work {
    parts.reduce(into: ChainSlots.Work()) { sum, part in sum.add(part.withLock { $0.slots.work }) }
  }
}
