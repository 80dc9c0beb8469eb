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
    mayRest = false
    if !isPass, isSparse { room /= 2 }
  }

  /// Whether a call looks at nothing: half of the calls, as long as nothing dead is found.
  mutating func rests() -> Bool {
    let rests = mayRest && !isPass
    mayRest = !rests
    return rests
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

    /// However little there is to do, and however much: about twelve dead links, which take 20 to 50 us where
    /// nothing of them is in the processor's caches. Benchmarks: the longest call of a sweep.
    static let (minimum, maximum) = (3, 96)
    /// To find one among others that are dead takes about five.
    static let forDeadLink = 8

    /// What was found pays for looking further.
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
  /// What a visit came upon and must not let go of under a lock: whatever is here may be the last reference to
  /// something of an adopter's, whose `deinit` may do what it likes.
  ///
  /// Invariant behind `@unchecked Sendable`: the objects are held and let go of, never used. `SweepHomeTests` see to it
  /// that this happens at home, and `ChainTableConcurrencyTests` that it does not happen under a lock.
  struct Haul: @unchecked Sendable {
    /// Links that were taken out, in a list.
    private var dead: ChainLink?
    private(set) var deadCount = 0
    /// A way up that nobody can use any more. There is room for one.
    var path: ChainPath?
    /// Objects that turned out to be alive.
    private(set) var alive: (AnyObject?, AnyObject?, AnyObject?, AnyObject?)
    private var aliveCount = 0

    /// Until it is full the lock is held.
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

    /// Lets go of everything.
    @inline(never)
    mutating func letGo() {
      var next = dead
      self = Haul()
      while let link = next { next = link.next.take() }
    }
  }
}

extension ChainTable {
  /// Looks at the next few slots. Each dead link found pays for looking further, so a crowd of dead links is cleared
  /// quickly, up to a bound that keeps a single call short.
  ///
  /// - Parameter haul: What was come upon so far.
  func sweep(_ haul: inout ChainSweep.Haul, _ home: UInt, _ budget: inout ChainSweep.Budget) {
    haul.letGo()
    while budget.visits > 0 {
      haul = structure.withLock { nextVisit(&$0, home, &budget) }
      haul.letGo()
    }
    Self.releaseSome()
  }

  /// Visits what is next; the caller holds the lock of the structure.
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

  /// How many links may be added until all are looked at, twice over.
  var room: Int { structure.withLock { $0.room } }

  /// What all calls so far did.
  var work: ChainSlots.Work {
    parts.reduce(into: ChainSlots.Work()) { sum, part in sum.add(part.withLock { $0.slots.work }) }
  }
}
