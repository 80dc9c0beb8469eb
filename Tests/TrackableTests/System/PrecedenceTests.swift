import Foundation
import TestSupport
import Testing
import Trackable

/// The law of precedence, on random programs.
///
/// `TRACKABLE_ORACLE_SEED` and `TRACKABLE_ORACLE_COUNT` choose other and more chains:
///
///     TRACKABLE_ORACLE_SEED=7 TRACKABLE_ORACLE_COUNT=10000000 \
///       swift test -c release --filter PrecedenceTests
@Suite struct PrecedenceTests {
  private static let seed = RandomSearch.seed
  private static let count = RandomSearch.count(short: SearchScale.times(800, long: 16_000))
  private static let parts = 16
  /// How many programs share their places.
  private static let batch = 100

  @Test(arguments: 0..<parts)
  func `An event carries the properties of a naive reading of the law`(part: Int) async {
    await takingTurns {
      var left = (Self.count + Self.parts - 1) / Self.parts
      var seed = Self.seed &+ UInt64(part) &* 1_000_000_007
      while left > 0 {
        guard let chains = check(Self.batch, from: seed, places: ChainProgram.randomPlaces) else { return }
        left -= chains
        seed &+= 1
      }
    }
  }

  @Test(arguments: 0..<4)
  func `A merge of hundreds of properties follows the same law`(part: Int) {
    for round in 0..<SearchScale.times(2, long: 25) {
      let seed = Self.seed &+ UInt64(part * 25 + round)
      guard check(2, from: seed, places: ChainProgram.randomLargePlaces) != nil else { return }
    }
  }

  /// Runs programs with common places and answers how many chains were compared; reports the first program that
  /// fails, made as short as possible.
  private func check(
    _ count: Int, from seed: UInt64, places: (inout SeededGenerator) -> [PropertyPlace]
  ) -> Int? {
    var generator = SeededGenerator(seed: seed)
    var chains = 0
    let places = places(&generator)
    for _ in 0..<count {
      let program = ChainProgram.random(places: places, using: &generator)
      chains += program.chains
      guard let difference = program.difference() else { continue }
      let short = program.shrunk { $0.difference() != nil }
      Issue.record(
        """
        \(difference)
        seed \(seed), the shortest program that shows it (again now: \(short.difference() ?? "no")):
        \(short)
        """)
      return nil
    }
    return chains
  }
}
