#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread that runs.
package enum CurrentThread {
  /// Which of several stripes the thread uses: always the same, while threads are spread over all.
  ///
  /// - Parameter count: How many stripes there are, a power of two.
  @inline(__always)
  package static func stripe(of count: Int) -> Int {
    count == 1 ? 0 : Int(truncatingIfNeeded: AddressHash.of(identity) &>> 32) & (count - 1)
  }

  /// A number that no other living thread has.
  static var identity: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      UInt(pthread_self())
    #else
      0
    #endif
  }
}
