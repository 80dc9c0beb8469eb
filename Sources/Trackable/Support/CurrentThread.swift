/// The thread that runs.
@usableFromInline package enum CurrentThread {
  /// Which of several stripes the thread uses: almost always the same, while threads are spread over all.
  ///
  /// - Parameter count: How many stripes there are, a power of two.
  @inlinable @inline(__always)
  package static func stripe(of count: Int) -> Int {
    if count == 1 { return 0 }
    // Where the thread's stack is, because the system would have to be called to know the thread. Benchmarks: hub.
    // Invariant: the address is only a number, nothing is read there.
    var place: UInt8 = 0
    let address = withUnsafeMutablePointer(to: &place) { UInt(bitPattern: $0) }
    // Stacks begin half a megabyte apart or more, of which a thread uses the first part most of the time.
    return Int(truncatingIfNeeded: AddressHash.of(address &>> 18) &>> 32) & (count - 1)
  }
}
