import TestSupport
import Testing
@testable import Trackable

/// Programs that know what is asked next, and let objects go, come and take over members at the worst moment.
@Suite struct RoundsTests {
  private final class Member: CheckRotaMember {
    var isAlive = true
  }

  private struct Program {
    let most: Int
    private(set) var rounds = CheckRota()
    private var living: [Member] = []
    private var generator: SeededGenerator

    init(most: Int, seed: Int) {
      self.most = most
      generator = SeededGenerator(seed: UInt64(seed))
    }

    /// Takes over the dead member that would be asked next, or else any, or none.
    mutating func bringOne(takesOver: Int) {
      var coming = rounds
      var dead = coming.next() as? Member
      if dead?.isAlive == true {
        dead = rounds.members.compactMap { $0 as? Member }.filter { !$0.isAlive }.randomElement(using: &generator)
      }
      if living.count == most { living.remove(at: generator.chance(80) ? 0 : generator.below(most)).isAlive = false }
      if let dead, !dead.isAlive, generator.chance(takesOver) {
        dead.isAlive = true
        living.append(dead)
        rounds.skip(dead)
        ask()
      } else {
        let fresh = Member()
        living.append(fresh)
        for _ in 0..<(rounds.add(fresh) ? 3 : 1) { ask() }
      }
    }

    private mutating func ask() {
      for _ in 0..<8 {
        guard let next = rounds.next() as? Member else { return }
        if next.isAlive { return }
        rounds.remove(next)
      }
    }
  }

  @Test(arguments: [0, 50, 90, 98, 100])
  func `There are never more than two and a half times the members that are alive at once, and 66`(takesOver: Int) {
    for (seed, most) in [1, 10, 60, 200, 1_000].enumerated() {
      var program = Program(most: most, seed: seed)
      for step in 0..<SearchScale.times(3_000, long: 30_000) {
        program.bringOne(takesOver: takesOver)
        let members = program.rounds.members
        guard members.count * 2 <= 5 * most + 132 else {
          Issue.record("\(members.count) members, though never more than \(most) were alive, at step \(step)")
          return
        }
        if let (place, _) = members.enumerated().first(where: { Int32($0) != $1.place }) {
          Issue.record("the member at \(place) does not know its place, at step \(step)")
          return
        }
      }
    }
  }
}
