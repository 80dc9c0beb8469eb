import Testing

@testable import Trackable

/// The table against a dictionary: random programs of linking, linking anew, dropping and looking up.
@Suite(.timeLimit(.minutes(5))) struct ChainTableConcurrencyTests {
  private final class Item: TrackableClass, Sendable {}

  /// An object, and what was said of it last. The model keeps what is above alive, as the table keeps its links.
  private final class Model {
    let item: Item
    var number = 0
    var parent: Model?
    init(_ item: Item) { self.item = item }

    var numbers: [Int] {
      var numbers: [Int] = []
      var next: Model? = self
      while let model = next {
        numbers.append(model.number)
        next = model.parent
      }
      return numbers
    }

    func reaches(_ other: Model) -> Bool { self === other || parent?.reaches(other) == true }
  }

  private static func numbers(_ path: ChainPath?) -> [Int]? {
    path?.steps.map { step in
      if case .int(let number)? = step.properties["number"] { number } else { 0 }
    }
  }

  /// Answers what differed from the model first.
  private static func run(_ table: ChainTable, seed: UInt64, rounds: Int) -> String? {
    var generator = SeededGenerator(seed: seed)
    var models: [Model] = []
    for round in 1...rounds {
      switch generator.below(10) {
      case 0...3:
        let model = Model(Item())
        if !models.isEmpty, generator.chance(60) { model.parent = models[generator.below(models.count)] }
        models.append(model)
        model.number = round
        let outcome = table.link(model.item, properties: ["number" ~>> round], parent: model.parent?.item)
        if outcome != .linked { return "Round \(round): a newcomer was refused" }
      case 4, 5:
        guard !models.isEmpty else { continue }
        let model = models[generator.below(models.count)]
        let parent = generator.chance(30) ? nil : models[generator.below(models.count)]
        let closesCycle = parent?.reaches(model) == true
        let outcome = table.link(model.item, properties: ["number" ~>> round], parent: parent?.item)
        if (outcome == .refusedCycle) != closesCycle { return "Round \(round): \(outcome), cycle: \(closesCycle)" }
        model.number = round
        if !closesCycle { model.parent = parent }
      case 6, 7:
        let leaving = generator.chance(2) ? models.count * 9 / 10 : min(2, models.count)
        for _ in 0..<leaving {
          models.swapAt(generator.below(models.count), models.count - 1)
          models.removeLast()
        }
      default:
        guard !models.isEmpty else { continue }
        let model = models[generator.below(models.count)]
        if numbers(table.path(from: model.item)) != model.numbers { return "Round \(round): a look-up differs" }
        if table.path(from: Item()) != nil { return "Round \(round): a newcomer has a link" }
      }
    }
    for model in models where numbers(table.path(from: model.item)) != model.numbers { return "In the end" }
    return nil
  }

  @Test(arguments: 0..<8) func `The table says what a dictionary would`(seed: UInt64) {
    #expect(Self.run(ChainTable(), seed: seed, rounds: 4_000) == nil)
  }

  @Test(arguments: 0..<3) func `The table says what a dictionary would to each of four threads`(seed: UInt64) {
    let table = ChainTable()
    let differences = onThreads(4) { Self.run(table, seed: 100 * seed + UInt64($0), rounds: 3_000) }
    #expect(differences.compactMap { $0 } == [])
    // Some of each thread's objects may have been nobody's own when they went. All have one home now.
    let stays = Item()
    let other = Item()
    for _ in 0..<2_000 { _ = table.link(stays, parent: other) }
    let size = table.size
    #expect(size.links <= max(table.room, 64) && size.capacity <= max(2 * size.links, 64) + 16)
  }

  @Test func `A new parent is seen by all descendants at once, by other threads too`() {
    let table = ChainTable()
    let (root, moved) = (Item(), Item())
    _ = table.link(root)
    _ = table.link(moved, properties: ["number" ~>> 0], parent: root)
    var chain = [moved]
    for _ in 0..<20 {
      let item = Item()
      _ = table.link(item, parent: chain[chain.count - 1])
      chain.append(item)
    }
    let descendants = chain
    // What has been linked, for certain.
    let done = Lock(0)
    let rounds = 2_000
    let late = onThreads(4) { thread -> Int in
      var late = 0
      var generator = SeededGenerator(seed: UInt64(thread))
      for round in 1...rounds {
        if thread == 0 {
          let parent = Item()
          _ = table.link(parent, properties: ["number" ~>> round])
          _ = table.link(moved, properties: ["number" ~>> round], parent: parent)
          done.withLock { $0 = round }
        } else {
          let earliest = done.withLock { $0 }
          let numbers = Self.numbers(table.path(from: descendants[generator.below(descendants.count)])) ?? []
          guard let number = numbers.dropLast().last, number >= earliest else {
            late += 1
            continue
          }
          // Both were set in one call: nobody sees one of them only.
          if number > 0, numbers.last != number { late += 1 }
        }
      }
      return late
    }
    #expect(late == [0, 0, 0, 0])
  }
}
