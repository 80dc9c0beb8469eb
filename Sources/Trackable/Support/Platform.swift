// The core's uses of the C library, whose module has another name on each platform.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The platform's simple lock: `os_unfair_lock` on Apple's systems, and a pthread mutex on other systems.
///
/// The library does not use `Synchronization.Mutex`. On Linux, that type uses `FUTEX_LOCK_PI` under contention: with 8
/// threads, an operation then takes 24-34 us, and only 14-24 ns with a pthread mutex. The thread sanitizer does not
/// support `Synchronization.Mutex` on Linux either.
@usableFromInline struct PlatformLock {
  #if canImport(Darwin)
    private var platform = os_unfair_lock()
  #else
    private var platform = pthread_mutex_t()
  #endif

  // These functions take the address of a lock, which stays in place from `open` to `close`. They are not mutating
  // methods, because several threads call them at the same time, and only one thread may mutate `self`.

  static func open(_ lock: UnsafeMutablePointer<PlatformLock>) {
    lock.initialize(to: PlatformLock())
    #if !canImport(Darwin)
      pthread_mutex_init(&lock.pointee.platform, nil)
    #endif
  }

  static func close(_ lock: UnsafeMutablePointer<PlatformLock>) {
    #if !canImport(Darwin)
      pthread_mutex_destroy(&lock.pointee.platform)
    #endif
    lock.deinitialize(count: 1)
  }

  @usableFromInline static func lock(_ lock: UnsafeMutablePointer<PlatformLock>) {
    #if canImport(Darwin)
      os_unfair_lock_lock(&lock.pointee.platform)
    #else
      pthread_mutex_lock(&lock.pointee.platform)
    #endif
    #if TRACKABLE_COUNTS_LOCKS
      Nesting.thread.pointee.locks += 1
    #endif
  }

  @usableFromInline static func unlock(_ lock: UnsafeMutablePointer<PlatformLock>) {
    #if TRACKABLE_COUNTS_LOCKS
      Nesting.thread.pointee.locks -= 1
    #endif
    #if canImport(Darwin)
      os_unfair_lock_unlock(&lock.pointee.platform)
    #else
      pthread_mutex_unlock(&lock.pointee.platform)
    #endif
  }
}

extension Nesting {
  // Invariant: the pointer points to memory of the current thread, which exists until the thread ends, and which no
  // other thread reads. Code that uses the pointer is synchronous, so it stays on its thread. Without the count in this
  // memory, `RecursionAttackTests` end in a stack overflow.
  static var thread: UnsafeMutablePointer<Thread> {
    pthread_getspecific(key)?.assumingMemoryBound(to: Thread.self) ?? newThread()
  }

  @inline(never) private static func newThread() -> UnsafeMutablePointer<Thread> {
    let thread = UnsafeMutablePointer<Thread>.allocate(capacity: 1)
    thread.initialize(to: Thread())
    pthread_setspecific(key, thread)
    return thread
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { deallocate($0) }
    return key
  }()

  // The pointer is optional on Linux only.
  private static func deallocate(_ thread: UnsafeMutableRawPointer?) { thread?.deallocate() }
}

/// Writes a text to standard error.
func writeToStandardError(_ text: String) {
  // The code uses descriptor 2, because Swift 6 does not let several threads read the C library's variable `stderr`.
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    if written <= 0 { return }
    rest = rest.dropFirst(written)
  }
}
