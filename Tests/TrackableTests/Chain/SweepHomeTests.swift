import Testing

@testable import Trackable

/// Asking whether an object is gone holds it for a moment. Ten million random programs on two threads once found an
/// ancestor still speaking after its release, since the other thread's sweep held it just then.
@Suite struct SweepHomeTests {
  private final class Item: TrackableClass {}

  @Test func aSweepLeavesTheObjectsOfOtherHomesAlone() {
    var slots = ChainSlots()
    let items = (0..<20).map { _ in Item() }
    for (index, item) in items.enumerated() {
      var displaced: ChainSlots.Displaced?
      _ = slots.link(orInsert: ChainLink(item, sweepHome: UInt(index % 2)), displaced: &displaced)
    }
    let seen = slots.nextCandidates(slots.capacity, home: 1).links
    #expect(seen.count == 10)
    #expect(seen.allSatisfy { $0.sweepHome == 1 })
  }

  @Test func aHalfFullTableIsLookedThroughOnceForAllHomesAndThenGrows() {
    var slots = ChainSlots()
    let capacity = slots.capacity
    let items = (0...capacity / 2).map { _ in Item() }
    for item in items {
      var displaced: ChainSlots.Displaced?
      _ = slots.link(orInsert: ChainLink(item, sweepHome: 7), displaced: &displaced)
    }
    #expect(slots.capacity == capacity)
    var seen: Set<ObjectIdentifier> = []
    for _ in 0..<capacity { seen.formUnion(slots.nextCandidates(1, home: 1).links.map(\.address)) }
    #expect(seen.count == items.count)
    #expect(slots.capacity == capacity * 2)
    #expect(slots.nextCandidates(slots.capacity, home: 1).links.isEmpty)
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
