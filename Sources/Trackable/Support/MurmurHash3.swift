/// The hash function MurmurHash3_x86_32, by Austin Appleby, in the public domain. The library uses it because other
/// languages also have this function, and because similar short texts get very different hashes.
package enum MurmurHash3 {
  package static func hash(_ bytes: some Sequence<UInt8>, seed: UInt32 = 0) -> UInt32 {
    var (hash, block, count) = (seed, UInt32(0), UInt32(0))
    for byte in bytes {
      block |= UInt32(byte) << (8 * (count & 3))
      count &+= 1
      if count & 3 != 0 { continue }
      hash = rotated(hash ^ mixed(block), 13) &* 5 &+ 0xe654_6b64
      block = 0
    }
    hash ^= mixed(block) ^ count
    hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
    hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
    return hash ^ hash >> 16
  }

  private static func mixed(_ block: UInt32) -> UInt32 { rotated(block &* 0xcc9e_2d51, 15) &* 0x1b87_3593 }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
