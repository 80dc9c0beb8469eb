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
enum CurrentThread {
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
