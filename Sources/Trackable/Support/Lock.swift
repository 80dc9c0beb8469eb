internal import TrackableAtomics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The platform's plain lock: `os_unfair_lock` on Apple's systems, a pthread mutex elsewhere.
///
/// Not `Synchronization.Mutex`: on Linux it takes `FUTEX_LOCK_PI` when contended, and 8 threads then spend 24-34 us an
/// operation where a pthread mutex takes 14-24 ns. The thread sanitizer does not understand it there either.
@usableFromInline struct PlatformLock {
  #if canImport(Darwin)
    private var platform = os_unfair_lock()
  #else
    private var platform = pthread_mutex_t()
  #endif

  /// To be called where the lock stays until ``close()``.
  mutating func open() {
    #if !canImport(Darwin)
      pthread_mutex_init(&platform, nil)
    #endif
  }

  mutating func close() {
    #if !canImport(Darwin)
      pthread_mutex_destroy(&platform)
    #endif
  }

  @usableFromInline @inline(__always) mutating func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(&platform)
    #else
      pthread_mutex_lock(&platform)
    #endif
  }

  @usableFromInline @inline(__always) mutating func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(&platform)
    #else
      pthread_mutex_unlock(&platform)
    #endif
  }
}

/// A value that is only reached while its lock is held; or several such values, the stripes, each with its own lock.
///
/// No adopter's code ever runs inside ``withLock(stripe:_:)``: a `deinit`, a computed property or a tracker may itself
/// track, and would deadlock.
// Inlined into the other modules, which would otherwise look up the layout of the value for each call. Benchmarks: hub.
@usableFromInline package final class Lock<Value>: Sendable where Value: ~Copyable {
  @usableFromInline struct Stripe: ~Copyable {
    @usableFromInline var lock = PlatformLock()
    @usableFromInline var value: Value

    init(_ value: consuming Value) { self.value = value }
  }

  // Invariant: each stripe is initialised, and its lock open, from `init` to `deinit`, when no thread can hold a lock; a
  // value is touched only between `lock` and `unlock`. The concurrency suites under the thread sanitizer break without it.
  @usableFromInline nonisolated(unsafe) let stripes: UnsafeMutableRawPointer
  @usableFromInline let count: Int
  /// From one stripe to the next: far enough that two never share a cache line, nor the pair that a processor fetches.
  @usableFromInline let stride = (MemoryLayout<Stripe>.size + 127) / 128 * 128

  package convenience init(_ value: consuming sending Value) {
    self.init(count: 1)
    open(0, consume value)
  }

  /// - Parameter stripes: How many values there are.
  package convenience init(stripes count: Int, _ value: () -> sending Value) {
    self.init(count: count)
    for index in 0..<count { open(index, value()) }
  }

  private init(count: Int) {
    self.count = count
    stripes = .allocate(byteCount: stride * count, alignment: 128)
  }

  private func open(_ index: Int, _ value: consuming Value) {
    stripe(index).initialize(to: Stripe(value))
    stripe(index).pointee.lock.open()
  }

  deinit {
    for index in 0..<count {
      stripe(index).pointee.lock.close()
      stripe(index).deinitialize(count: 1)
    }
    stripes.deallocate()
  }

  @inlinable @inline(__always) func stripe(_ index: Int) -> UnsafeMutablePointer<Stripe> {
    (stripes + stride &* index).assumingMemoryBound(to: Stripe.self)
  }

  /// - Parameter index: Which stripe, less than their number.
  @inlinable @inline(__always) package func withLock<Result: ~Copyable, Failure: Error>(
    stripe index: Int = 0,
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let stripe = stripe(index)
    stripe.pointee.lock.lock()
    defer { stripe.pointee.lock.unlock() }
    return try body(&stripe.pointee.value)
  }

  /// The same for a body that keeps its argument: if it captured the value instead, it would keep a copy.
  @inlinable @inline(__always) package func withLock<Given, Result>(
    giving given: consuming Given, _ body: (inout Value, consuming Given) -> Result
  ) -> Result {
    let stripe = stripe(0)
    stripe.pointee.lock.lock()
    defer { stripe.pointee.lock.unlock() }
    return body(&stripe.pointee.value, consume given)
  }

  /// Reads a value without taking its lock: for a caller that holds the lock under which the value is changed.
  @inline(__always)
  func withoutLock<Result: ~Copyable>(stripe index: Int, _ body: (borrowing Value) -> Result) -> Result {
    body(stripe(index).pointee.value)
  }

  /// Calls `body` under the lock, without the compiler's check of objects that are not `Sendable`: for a body that stores them
  /// weakly only, or takes them out only to release them.
  @inline(__always)
  func withLockUnchecked<Result: ~Copyable>(stripe index: Int = 0, _ body: (inout Value) -> Result) -> Result {
    let stripe = stripe(index)
    stripe.pointee.lock.lock()
    defer { stripe.pointee.lock.unlock() }
    return body(&stripe.pointee.value)
  }
}

// MARK: - Without a lock

/// A number that threads read and change without a lock.
///
/// A thread that reads the number sees everything that another thread wrote before it changed the number.
package struct AtomicWord: ~Copyable, Sendable {
  // Invariant: points to an initialised word from `init` to `deinit`, which only atomic operations access. The
  // concurrency suites under the thread sanitizer break without it.
  nonisolated(unsafe) private let word: UnsafeMutablePointer<UInt64>

  package init(_ value: UInt64 = 0) {
    word = .allocate(capacity: 1)
    word.initialize(to: value)
  }

  deinit { word.deallocate() }

  @inline(__always) package var value: UInt64 { trackable_load(word) }

  package func set(_ value: UInt64) { trackable_store(word, value) }

  // Each returns the number from before.

  package func add(_ value: UInt64) -> UInt64 { trackable_add(word, value) }
  package func exchange(_ value: UInt64) -> UInt64 { trackable_exchange(word, value) }
}
