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
@usableFromInline package struct PlatformLock {
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
  @usableFromInline @inline(__always)
  package func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(&pointee.lock)
    #else
      pthread_mutex_lock(&pointee.mutex)
    #endif
  }

  @usableFromInline @inline(__always)
  package func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(&pointee.lock)
    #else
      pthread_mutex_unlock(&pointee.mutex)
    #endif
  }
}

/// A value that is only reached while its lock is held; or several such values, the stripes, each with its own lock.
///
/// No adopter's code ever runs inside ``withLock(stripe:_:)``: a `deinit`, a computed property or a tracker may itself
/// track, and would deadlock.
// Inlined into the other modules, which would otherwise look up the layout of the value for each call. Benchmarks: hub.
@usableFromInline package final class Lock<Value>: Sendable where Value: ~Copyable {
  // Invariant: each stripe holds an initialised lock and, behind it, an initialised value from `init` to `deinit`, when
  // no thread can hold a lock; a value is touched only between `lock` and `unlock`. The concurrency suites under the
  // thread sanitizer break without it.
  @usableFromInline nonisolated(unsafe) let stripes: UnsafeMutableRawPointer
  @usableFromInline let count: Int
  /// From the lock to the value.
  @usableFromInline let offset: Int
  /// From one stripe to the next: far enough that two never share a cache line, nor the pair that a processor fetches.
  @usableFromInline let stride: Int

  private init(count: Int) {
    self.count = count
    let alignment = MemoryLayout<Value>.alignment
    offset = (MemoryLayout<PlatformLock>.size + alignment - 1) / alignment * alignment
    stride = (offset + MemoryLayout<Value>.size + 127) / 128 * 128
    stripes = .allocate(byteCount: stride * count, alignment: 128)
    for index in 0..<count { PlatformLock.initialize(at: lock(of: index)) }
  }

  package convenience init(_ value: consuming sending Value) {
    self.init(count: 1)
    self.value(of: 0).initialize(to: value)
  }

  /// - Parameter stripes: How many values there are.
  package convenience init(stripes count: Int, _ value: () -> sending Value) {
    self.init(count: count)
    for index in 0..<count { self.value(of: index).initialize(to: value()) }
  }

  deinit {
    for index in 0..<count {
      value(of: index).deinitialize(count: 1)
      PlatformLock.destroy(at: lock(of: index))
    }
    stripes.deallocate()
  }

  @inlinable @inline(__always)
  func lock(of index: Int) -> UnsafeMutablePointer<PlatformLock> {
    (stripes + stride &* index).assumingMemoryBound(to: PlatformLock.self)
  }

  @inlinable @inline(__always)
  func value(of index: Int) -> UnsafeMutablePointer<Value> {
    (stripes + stride &* index + offset).assumingMemoryBound(to: Value.self)
  }

  /// Which stripe the calling thread uses, where there is a power of two of them: almost always the same, while threads
  /// are spread over all.
  @inlinable @inline(__always)
  package var stripeOfThread: Int {
    if count == 1 { return 0 }
    // Where the thread's stack is, because the system would have to be called to know the thread. Benchmarks: hub.
    // Invariant: the address is only a number, nothing is read there.
    var place: UInt8 = 0
    let address = withUnsafeMutablePointer(to: &place) { UInt(bitPattern: $0) }
    // Stacks begin half a megabyte apart or more, of which a thread uses the first part most of the time.
    return AddressHash.place(of: address &>> 18, in: count)
  }

  /// - Parameter index: Which stripe, less than their number.
  @inlinable @inline(__always)
  package func withLock<Result: ~Copyable, Failure: Error>(
    stripe index: Int = 0,
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let lock = lock(of: index)
    lock.lock()
    defer { lock.unlock() }
    return try body(&value(of: index).pointee)
  }

  /// The same for a body that keeps its argument: if it captured the value instead, it would keep a copy.
  @inlinable @inline(__always)
  package func withLock<Given, Result>(
    giving given: consuming Given, _ body: (inout Value, consuming Given) -> Result
  ) -> Result {
    let lock = lock(of: 0)
    lock.lock()
    defer { lock.unlock() }
    return body(&value(of: 0).pointee, consume given)
  }

  /// Changes the values of all stripes while all locks are held. A call that takes only one lock comes before all of
  /// this, or after all of it.
  package func withAllLocks(_ change: (inout Value) -> Void) {
    // Always in the same order, so that two callers that take all of them do not wait for each other.
    for index in 0..<count { lock(of: index).lock() }
    for index in 0..<count { change(&value(of: index).pointee) }
    for index in 0..<count { lock(of: index).unlock() }
  }

  /// Reads a value while its lock is held, so that others may read it at the same time without the lock.
  @inline(__always)
  func reading<Result: ~Copyable>(stripe index: Int, _ body: (borrowing Value) -> Result) -> Result {
    let lock = lock(of: index)
    lock.lock()
    defer { lock.unlock() }
    return body(value(of: index).pointee)
  }

  /// Reads a value without taking its lock: for a caller that holds the lock under which the value is changed.
  @inline(__always)
  func withoutLock<Result: ~Copyable>(stripe index: Int, _ body: (borrowing Value) -> Result) -> Result {
    body(value(of: index).pointee)
  }

  /// Calls `body` under the lock, without the compiler's check of objects that are not `Sendable`: for a body that stores them
  /// weakly only, or takes them out only to release them.
  @inline(__always)
  func withLockUnchecked<Result: ~Copyable>(stripe index: Int = 0, _ body: (inout Value) -> Result) -> Result {
    let lock = lock(of: index)
    lock.lock()
    defer { lock.unlock() }
    return body(&value(of: index).pointee)
  }
}

// MARK: - Without a lock

/// A number that threads read and change without a lock.
///
/// A thread that reads the number sees everything that another thread wrote before it changed the number.
package struct AtomicWord: ~Copyable, Sendable {
  // Invariant: points to an initialised word from `init` to `deinit`, which only atomic operations access. The
  // concurrency suites under the thread sanitizer break without it.
  nonisolated(unsafe) fileprivate let word: UnsafeMutablePointer<UInt64>

  package init(_ value: UInt64 = 0) {
    word = .allocate(capacity: 1)
    word.initialize(to: value)
  }

  deinit { word.deallocate() }

  @inline(__always)
  package var value: UInt64 { trackable_load(word) }

  package func set(_ value: UInt64) { trackable_store(word, value) }

  // Each returns the number from before.

  package func add(_ value: UInt64) -> UInt64 { trackable_add(word, value) }
  package func exchange(_ value: UInt64) -> UInt64 { trackable_exchange(word, value) }
}

/// A truth value that threads read and change without a lock.
package struct AtomicFlag: ~Copyable, Sendable {
  private let word: AtomicWord

  package init(_ isSet: Bool = false) { word = AtomicWord(isSet ? 1 : 0) }

  @inline(__always)
  package var isSet: Bool { trackable_load(word.word) != 0 }

  package func set(_ isSet: Bool = true) { word.set(isSet ? 1 : 0) }

  /// Changes the flag, and returns its earlier value.
  package func exchange(_ isSet: Bool) -> Bool { word.exchange(isSet ? 1 : 0) != 0 }
}
