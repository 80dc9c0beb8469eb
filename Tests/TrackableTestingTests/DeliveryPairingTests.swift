import TestSupport
import Testing

@testable import TrackableTesting

@Suite struct DeliveryPairingTests {
  /// The largest number of pairs, found by trying everything.
  private func best(_ fits: [[Bool]], from row: Int = 0, taken: Int = 0) -> Int {
    if row == fits.count { return 0 }
    var best = best(fits, from: row + 1, taken: taken)
    for column in fits[row].indices where fits[row][column] && taken & (1 << column) == 0 {
      best = max(best, 1 + self.best(fits, from: row + 1, taken: taken | 1 << column))
    }
    return best
  }

  @Test func `As many get a column of their own as possible`() {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<2_000 {
      let (rows, columns) = (Int.random(in: 0...6, using: &random), Int.random(in: 0...6, using: &random))
      let density = Double.random(in: 0...1, using: &random)
      let fits = (0..<rows).map { _ in
        (0..<columns).map { _ in Double.random(in: 0...1, using: &random) < density }
      }
      let pairing = DeliveryPairing(rows, columns) { fits[$0][$1] }
      let taken = pairing.columns.compactMap(\.self)
      #expect(Set(taken).count == taken.count)
      for (row, column) in pairing.columns.enumerated() { if let column { #expect(fits[row][column]) } }
      #expect(taken.count == best(fits))
    }
  }
}
