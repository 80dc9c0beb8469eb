import Testing

@testable import Trackable

/// Asking whether an object is gone holds it for a moment. Ten million random programs on two threads once found an
/// ancestor still speaking after its release, since the other thread's sweep held it just then.
@Suite struct SweepHomeTests {
  private final class Item: TrackableClass {}

  @Test func aSweepLeavesTheObjectsOfOtherHomesAlone() {
    var slots = ChainSlots()
    let items = (0..<20).map { _ in Item() }
    for (index, item) in items.enumerated() { slots.insert(ChainLink(item, sweepHome: UInt(index % 2))) }
    let identities = items.map { ObjectIdentifier($0) }
    let odd = identities.indices.filter { $0 % 2 == 1 }.map { identities[$0] }
    #expect(slots.seen(by: 1).sorted() == odd.sorted())
    #expect(slots.seen(by: nil).sorted() == identities.sorted())
    withExtendedLifetime(items) {}
  }

  @Test func aHalfFullTableIsLookedThroughOnceForAllHomesAndThenGrows() {
    let (table, own, other) = (ChainTable(), Home(), Home())
    let room = table.room
    var items = (0..<room / 2).map { _ in Item() }
    for item in items { _ = table.link(item, isolation: other) }
    let stays = Item()
    // With this one it is half full.
    _ = table.link(stays, isolation: own)
    #expect(table.room == room)
    // As far as a call goes at least: all slots, all links, and the end of each part.
    let calls = (room * 2 + items.count + 1 + ChainTable.partCount) / ChainSweep.Budget.minimum + 1
    for _ in 0..<calls { _ = table.link(stays, isolation: own) }
    #expect(table.room == room * 2)
    withExtendedLifetime(items) {}
    // Once: what goes later is not looked at by a stranger.
    items = []
    for _ in 0..<calls * 10 { _ = table.link(stays, isolation: own) }
    #expect(table.size.links == room / 2 + 1)
  }

  @Test func aPassFindsAllThatOtherHomesLeftBehind() {
    let (table, own, other) = (ChainTable(), Home(), Home())
    let room = table.room
    var items = (0..<room / 2).map { _ in Item() }
    for item in items { _ = table.link(item, isolation: other) }
    // Made beforehand, so that it does not take the place of a dead link.
    let stays = Item()
    withExtendedLifetime(items) {}
    items = []
    let calls = room * 2
    for _ in 0..<calls { _ = table.link(stays, isolation: own) }
    #expect(table.size.links == 1)
    #expect(table.room == room)
  }

  @Test func whatOtherHomesLeftBehindDoesNotMakeTheTableGrow() {
    let table = ChainTable()
    // Each round from an actor of its own: no later link comes from the same home.
    let actors = (0..<50).map { _ in Home() }
    // Made beforehand, so that no address comes twice and takes the place of a dead link.
    var groups = actors.map { _ in (0..<20).map { _ in Item() } }
    for (index, actor) in actors.enumerated() {
      // All alive while their own home links, and gone after it: only a pass over all homes ever finds them.
      for item in groups[index] { _ = table.link(item, isolation: actor) }
      groups[index] = []
    }
    #expect(table.size.capacity <= 256)
    #expect(table.size.links <= 128)
  }

  private actor Home {}
}

extension ChainSlots {
  /// The objects that a sweep holds on one way through.
  fileprivate mutating func seen(by home: UInt?) -> [ObjectIdentifier] {
    var seen: [ObjectIdentifier] = []
    while true {
      var budget = ChainSweep.Budget()
      var haul = ChainSweep.Haul()
      let visit = visit(&budget, home: home, generation: 0, into: &haul)
      let (first, second, third, fourth) = haul.alive
      seen += [first, second, third, fourth].compactMap { $0.map { ObjectIdentifier($0) } }
      if case .end = visit { return seen }
    }
  }
}
