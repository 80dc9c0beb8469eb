import Testing

@testable import Trackable

/// No single call works for long. Counted, not timed.
@Suite struct ChainTableBoundTests {
  private final class Plain: TrackableClass {}

  private static let crowd = 20_000

  /// What one call may do, however many links there are, and however many of them are dead.
  private func isBounded(_ work: ChainSlots.Work, _ earlier: ChainSlots.Work) -> Bool {
    work.visited - earlier.visited <= ChainSweep.Budget.maximum
      && work.moved - earlier.moved <= ChainSweep.Budget.maximum
      && work.removed - earlier.removed <= ChainSweep.Budget.maximum
  }

  /// Links one object after another, and looks at what each call did.
  private func link(_ objects: [Plain], parent: Plain?, in table: ChainTable) -> Bool {
    var before = table.work
    for object in objects {
      _ = table.link(object, parent: parent)
      let after = table.work
      guard isBounded(after, before) else {
        Issue.record("From \(before) to \(after)")
        return false
      }
      before = after
    }
    return true
  }

  @Test func `A call does little while a crowd is linked, and while it is swept; the table grows, and shrinks again`() {
    let table = ChainTable()
    let parent = Plain()
    var objects = (0..<Self.crowd).map { _ in Plain() }
    let smallest = table.size.capacity
    #expect(link(objects, parent: parent, in: table))
    #expect(table.size.links == Self.crowd + 1)
    #expect(table.size.capacity >= Self.crowd / 2)
    let stays = Plain()
    objects = []
    #expect(link(Array(repeating: stays, count: Self.crowd / 8), parent: parent, in: table))
    #expect(table.size.links == 2)
    #expect(table.size.capacity == smallest)
    #expect(table.room == smallest)
  }

  @Test func `A call does little where nearly all links belong to another home`() {
    let table = ChainTable()
    let other = Elsewhere()
    let objects = (0..<Self.crowd).map { _ in Plain() }
    for object in objects { _ = table.link(object, isolation: other) }
    #expect(link(Array(repeating: Plain(), count: 1_000), parent: nil, in: table))
  }

  @Test func `Ways up that are out of date are let go of a few at a time`() {
    let table = ChainTable()
    let depth = 100
    let ancestors = (0..<depth).map { _ in Plain() }
    for index in 1..<depth { _ = table.link(ancestors[index - 1], parent: ancestors[index]) }
    let leaves = (0..<200).map { _ in Plain() }
    for leaf in leaves { _ = table.link(leaf, parent: ancestors[0]) }
    for leaf in leaves { #expect(table.path(from: leaf)?.steps.count == depth + 1) }
    let stays = Plain()
    var kept = table.keptPaths
    #expect(kept == leaves.count)
    while kept > 0 {
      _ = table.link(stays)
      let left = table.keptPaths
      // The last one may cost more than what was left of the budget.
      guard (kept - left - 1) * depth < ChainSweep.Budget.maximum * 4 else {
        Issue.record("\(kept - left) paths at once")
        return
      }
      kept = left
    }
  }

  @Test func `The ways up of dead links are let go of a few at a time, also while they are not outdated`() {
    let table = ChainTable()
    let depth = 100
    let ancestors = (0..<depth).map { _ in Plain() }
    for index in 1..<depth { _ = table.link(ancestors[index - 1], parent: ancestors[index]) }
    var leaves = (0..<200).map { _ in Plain() }
    for leaf in leaves { _ = table.link(leaf, parent: ancestors[0]) }
    for leaf in leaves { #expect(table.path(from: leaf)?.steps.count == depth + 1) }
    var kept = table.keptPaths
    #expect(kept == leaves.count)
    // Newcomers outdate nothing. They are made first, so that none takes a dead one's address.
    let newcomers = (0..<400).map { _ in Plain() }
    leaves = []
    for newcomer in newcomers {
      _ = table.link(newcomer)
      let left = table.keptPaths
      guard (kept - left - 1) * depth < ChainSweep.Budget.maximum * 4 else {
        Issue.record("\(kept - left) paths at once")
        return
      }
      kept = left
    }
    #expect(kept < 200)
    withExtendedLifetime((ancestors, newcomers)) {}
  }

  @Test func `Linking anew lets go of the tracker that was set before, although a way up was kept with it`() {
    let table = ChainTable()
    let gone = Lock(Gone())
    let object = Plain()
    _ = table.link(object, trackers: TrackerReference(Counted(gone)))
    #expect(table.path(from: object)?.steps.count == 1)
    #expect(gone.withLock { $0.inAll } == 0)
    _ = table.link(object)
    #expect(gone.withLock { $0.inAll } == 1)
  }

  @Test func `A long way up is not kept at all`() {
    let table = ChainTable()
    let objects = (0...ChainTable.longestKeptPath).map { _ in Plain() }
    for index in 1..<objects.count { _ = table.link(objects[index - 1], parent: objects[index]) }
    #expect(table.path(from: objects[0])?.steps.count == objects.count)
    #expect(table.keptPaths == 0)
    #expect(table.path(from: objects[1])?.steps.count == objects.count - 1)
    #expect(table.keptPaths == 1)
  }

  private struct Gone {
    var inAll = 0
    /// Other threads may release what this one left.
    var here = 0
    let thread = CurrentThread.identity
  }

  /// Counts itself out.
  private final class Counted: AnalyticsEventTracker {
    private let gone: Lock<Gone>
    init(_ gone: Lock<Gone>) { self.gone = gone }
    deinit {
      gone.withLock { gone in
        gone.inAll += 1
        if CurrentThread.identity == gone.thread { gone.here += 1 }
      }
    }
    func track(_ event: TrackedEvent) {}
  }

  @Test func `A long chain that one link alone keeps is let go of a few links at a time, and in the end wholly`() {
    let table = ChainTable()
    let gone = Lock(Gone())
    let length = 20_000
    let stays = Plain()
    var leaf: Plain? = Plain()
    do {
      let ancestors = (0..<length).map { _ in Plain() }
      for index in ancestors.indices {
        let parent = index + 1 < length ? ancestors[index + 1] : nil
        _ = table.link(ancestors[index], trackers: TrackerReference(Counted(gone)), parent: parent)
      }
      if let leaf { _ = table.link(leaf, parent: ancestors[0]) }
    }
    // The table forgets the ancestors.
    for _ in 0..<length / 8 { _ = table.link(stays) }
    #expect(table.size.links == 2)
    #expect(gone.withLock { $0.inAll } == 0)
    leaf = nil
    var here = 0
    for _ in 0..<length where gone.withLock({ $0.inAll }) < length {
      _ = table.link(stays)
      let now = gone.withLock { $0.here }
      guard now - here <= 64 else {
        Issue.record("\(now - here) links at once")
        return
      }
      here = now
    }
    #expect(gone.withLock { $0.inAll } == length)
  }

  private actor Elsewhere {}
}

extension ChainTable {
  fileprivate var keptPaths: Int {
    parts.reduce(0) { $0 + $1.withLock { $0.slots.links.count { $0.path != nil } } }
  }
}
