import Foundation
import Testing

@testable import Trackable

/// The bounds of a table that nobody else uses.
@Suite struct ChainTableTests {
  private final class Plain: TrackableClass {}

  /// The table may hold this many links, and room for this many, for each live object.
  private static let linksPerObject = 3
  private static let roomPerObject = 16
  private static let smallTable = 64

  private func isWithinBound(_ table: ChainTable, live: Int) -> Bool {
    let size = table.size
    return size.links <= max(Self.smallTable, Self.linksPerObject * live)
      && size.capacity <= max(Self.smallTable, Self.roomPerObject * live)
  }

  @Test(arguments: [1, 100, 3_000])
  func `A million objects that come and go stay within a constant factor of those that live`(live: Int) {
    let table = ChainTable()
    let root = Plain()
    var window: [Plain?] = Array(repeating: nil, count: live)
    let rounds = 1_000_000 / 3
    for round in 0..<rounds {
      let object = Plain()
      _ = table.link(object, parent: root, edge: nil)
      window[round % live] = object
      if round % 997 == 0, !isWithinBound(table, live: live + 1) {
        Issue.record("\(table.size) for \(live + 1) live objects after \(round)")
        return
      }
    }
    #expect(isWithinBound(table, live: live + 1))
  }

  @Test func `After a crowd has gone, linking an eighth as many makes the table small again`() {
    let table = ChainTable()
    let stays = Plain()
    var crowd = (0..<100_000).map { _ in Plain() }
    for object in crowd { _ = table.link(object, parent: stays) }
    #expect(table.size.links == 100_001)
    crowd = []
    var further: [Plain] = []
    for _ in 0..<12_500 {
      let object = Plain()
      _ = table.link(object, parent: stays)
      further.append(object)
    }
    #expect(isWithinBound(table, live: further.count + 1))
  }

  @Test func `Linking one object again and again clears a crowd away as well`() {
    let table = ChainTable()
    let stays = Plain()
    var crowd = (0..<20_000).map { _ in Plain() }
    for object in crowd { _ = table.link(object) }
    crowd = []
    for _ in 0..<2_500 { _ = table.link(stays) }
    #expect(table.size.links == 1)
    #expect(table.size.capacity <= Self.smallTable)
  }

  @Test func `No live link is lost while others are taken out, whatever slots they share`() {
    let table = ChainTable()
    var generator = SeededGenerator(seed: 3)
    var objects: [(object: Plain, value: Int)] = []
    for round in 0..<60_000 {
      switch generator.below(5) {
      case 0, 1, 2:
        let object = Plain()
        _ = table.link(object, properties: ["round" ~>> round])
        objects.append((object, round))
      default:
        // Now and then most of them at once: the table shrinks.
        let leaving = generator.chance(1) ? objects.count * 9 / 10 : min(2, objects.count)
        for _ in 0..<leaving { objects.swapAt(generator.below(objects.count), objects.count - 1); objects.removeLast() }
      }
      guard round % 500 == 0 else { continue }
      for (object, value) in objects
      where table.path(from: object)?.properties != ["round" ~>> value] {
        Issue.record("The link of round \(value) is lost in round \(round), of \(table.size)")
        return
      }
    }
  }

  @Test func `A way up is kept while others are linked, and read anew once a link on it was`() {
    let table = ChainTable()
    let (child, parent, grandparent) = (Plain(), Plain(), Plain())
    _ = table.link(child, parent: parent)
    let path = table.path(from: child)
    #expect(path?.steps.count == 2)
    // Newcomers: one elsewhere, one below, and one that is the parent's parent from now on.
    let others = [Plain(), Plain()]
    _ = table.link(others[0])
    _ = table.link(others[1], parent: child)
    #expect(table.path(from: child) === path)
    _ = table.link(grandparent)
    #expect(table.path(from: child) === path)
    _ = table.link(parent, parent: grandparent)
    #expect(table.path(from: child)?.steps.count == 3)
    _ = table.link(grandparent, properties: ["number" ~>> 1])
    #expect(table.path(from: child)?.steps.last?.properties["number"] == 1)
    withExtendedLifetime(others) {}
  }

  @Test(arguments: [true, false])
  func `A chain of 100,000 is walked and let go on a small stack`(fromTheLeaf: Bool) async {
    let length = 100_000
    let (walked, left) = await onSmallStack { () -> (Int, Int) in
      let table = ChainTable()
      var objects: [Plain?] = (0..<length).map { _ in Plain() }
      // From the leaf up: looking for a cycle then takes one step.
      for index in 0..<length - 1 {
        if let child = objects[index], let parent = objects[index + 1] { _ = table.link(child, parent: parent) }
      }
      let walked = objects[0].flatMap { table.path(from: $0)?.steps.count } ?? 0
      if fromTheLeaf {
        for index in 0..<length { objects[index] = nil }
      } else {
        // All but the leaf, whose link then holds the whole chain of links; then the leaf.
        for index in (0..<length).reversed() { objects[index] = nil }
      }
      let further = Plain()
      for _ in 0..<12_500 { _ = table.link(further) }
      return (walked, table.size.links)
    }
    #expect(walked == length)
    #expect(left == 1)
  }

  @Test func `A chain of 100,000 of which only the leaf's link is left is let go on a small stack`() async {
    let left = await onSmallStack { () -> Int in
      let table = ChainTable()
      let further = Plain()
      do {
        let leaf = Plain()
        do {
          let ancestors = (0..<100_000).map { _ in Plain() }
          _ = table.link(leaf, parent: ancestors[0])
          for index in 1..<ancestors.count { _ = table.link(ancestors[index - 1], parent: ancestors[index]) }
        }
        // The table forgets the ancestors; the leaf's link alone keeps theirs.
        for _ in 0..<12_500 { _ = table.link(further) }
        withExtendedLifetime(leaf) {}
      }
      for _ in 0..<100 { _ = table.link(further) }
      return table.size.links
    }
    #expect(left == 1)
  }

  /// Runs a body on a thread with 256 KB of stack: 100,000 nested releases need some megabytes.
  private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 256 * 1024
      thread.start()
    }
  }
}
