#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The platform's plain lock: `os_unfair_lock` on Apple's systems, a pthread mutex elsewhere.
///
/// Not `Synchronization.Mutex`: on Linux it takes `FUTEX_LOCK_PI` when contended, and 8 threads then spend 24-34 us an
/// operation where a pthread mutex takes 14-24 ns. The thread sanitizer does not understand it there either.
struct PlatformLock {
  #if canImport(Darwin)
    fileprivate var lock = os_unfair_lock()
  #else
    fileprivate var mutex = pthread_mutex_t()
  #endif

  /// Makes a lock at an address, where it has to stay.
  static func initialize(at address: UnsafeMutablePointer<PlatformLock>) {
    address.initialize(to: PlatformLock())
    #if !canImport(Darwin)
      pthread_mutex_init(&address.pointee.mutex, nil)
    #endif
  }

  static func destroy(at address: UnsafeMutablePointer<PlatformLock>) {
    #if !canImport(Darwin)
      pthread_mutex_destroy(&address.pointee.mutex)
    #endif
    address.deinitialize(count: 1)
  }
}

extension UnsafeMutablePointer<PlatformLock> {
  @inline(__always)
  func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(&pointee.lock)
    #else
      pthread_mutex_lock(&pointee.mutex)
    #endif
  }

  @inline(__always)
  func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(&pointee.lock)
    #else
      pthread_mutex_unlock(&pointee.mutex)
    #endif
  }
}

/// A value that is only reached while its lock is held.
///
/// No adopter's code ever runs inside ``withLock(_:)``: a `deinit`, a computed property or a tracker may itself track,
/// and would deadlock.
package final class Lock<Value>: Sendable where Value: ~Copyable {
  // Invariant: both point to initialised memory from `init` to `deinit`, when nobody can hold the lock; `value` is
  // touched only between `lock` and `unlock`. The concurrency suites under the thread sanitizer break without it.
  nonisolated(unsafe) private let mutex: UnsafeMutablePointer<PlatformLock>
  nonisolated(unsafe) private let value: UnsafeMutablePointer<Value>

  package init(_ value: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    PlatformLock.initialize(at: mutex)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    PlatformLock.destroy(at: mutex)
    mutex.deallocate()
  }

  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value.pointee)
  }
}
