/// Random numbers that are the same in every run (SplitMix64): a failure names its seed and comes back.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to one below `bound`. Cheaper in a debug build than `Int.random(in:)`.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: (next() >> 33) % UInt64(bound))
  }

  /// Whether one of `percent` in a hundred came up.
  package mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }

  /// `count` characters out of `alphabet`.
  package mutating func string(of alphabet: [Character], count: Int) -> String {
    String((0..<count).map { _ in alphabet[Int.random(in: alphabet.indices, using: &self)] })
  }
}
