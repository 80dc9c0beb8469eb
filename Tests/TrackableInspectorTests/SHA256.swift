/// The digest that a page's policy names its programs by. Written from FIPS 180-4, since Linux has none without a package.
enum SHA256 {
  static func digest(of message: [UInt8]) -> [UInt8] {
    let primes = Array((2...311).lazy.filter { number in !(2..<number).contains { number % $0 == 0 } }.prefix(64))
    // The first 32 bits of what follows the point in the roots of the first primes.
    let constants = primes.map { fraction(cubeRoot($0)) }
    var hash = primes.prefix(8).map { fraction(Double($0).squareRoot()) }

    var padded = message + [0x80]
    padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (message.count * 8) >> ($0 * 8)) }
    for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], constants, into: &hash) }
    return hash.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  private static func fraction(_ number: Double) -> UInt32 {
    UInt32((number - number.rounded(.down)) * 4_294_967_296)
  }

  private static func cubeRoot(_ number: Int) -> Double {
    var root = Double(number) / 2
    for _ in 0..<100 { root -= (root * root * root - Double(number)) / (3 * root * root) }
    return root
  }

  private static func mix(_ block: ArraySlice<UInt8>, _ constants: [UInt32], into hash: inout [UInt32]) {
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      words.append(
        words[index - 16] &+ (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3) &+ words[index - 7]
          &+ (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10))
    }
    var state = hash
    for index in 0..<64 {
      let (a, e) = (state[0], state[4])
      let choice = (e & state[5]) ^ (~e & state[6])
      let first =
        state[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[index] &+ words[index]
      let majority = (a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2])
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      state = [first &+ second, a, state[1], state[2], state[3] &+ first, e, state[5], state[6]]
    }
    for index in hash.indices { hash[index] &+= state[index] }
  }
}
