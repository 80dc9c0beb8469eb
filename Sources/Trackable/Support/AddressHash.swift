/// The hash of an address, for tables that are searched by the address of an object or of a type's metadata.
@usableFromInline package enum AddressHash {
  /// The address spread over 64 bits by Fibonacci hashing: addresses that differ differ in the *upper* bits. Take the
  /// slot of a table from these; the lower ones repeat the alignment of the address.
  @inlinable @inline(__always)
  package static func of(_ address: UInt) -> UInt64 {
    // 2⁶⁴ divided by the golden ratio.
    UInt64(address) &* 0x9E37_79B9_7F4A_7C15
  }
}
