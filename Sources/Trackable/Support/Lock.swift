#if TRACKABLE_PTHREAD_LOCK
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
#else
  import Synchronization
#endif

/// The only lock type of the library.
///
/// It is `Synchronization.Mutex`, except where `TRACKABLE_PTHREAD_LOCK` is set. The thread sanitizer does not see the
/// futex calls of `Mutex` on Linux and reports races that do not exist, so builds for it use a pthread mutex instead.
///
/// No adopter's code ever runs inside ``withLock(_:)``: a `deinit`, a computed property or a tracker may itself track,
/// and would deadlock.
final class Lock<Value>: Sendable where Value: ~Copyable {
  #if TRACKABLE_PTHREAD_LOCK
    // Invariant: `storage` is written once, in `init`, and its pointee is touched only between lock and unlock of
    // `mutex`. Both are freed in `deinit`, when nobody can hold the lock. The concurrency suites under the thread
    // sanitizer break without it.
    nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    nonisolated(unsafe) private let storage: UnsafeMutablePointer<Value>

    init(_ value: consuming sending Value) {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      storage = .allocate(capacity: 1)
      storage.initialize(to: value)
    }

    deinit {
      storage.deinitialize(count: 1)
      storage.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&storage.pointee)
    }
  #else
    private let mutex: Mutex<Value>

    init(_ value: consuming sending Value) {
      mutex = Mutex(value)
    }

    func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  #endif
}
