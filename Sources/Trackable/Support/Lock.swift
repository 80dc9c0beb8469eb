internal import TrackableAtomics

/// The number of locks that a thread holds. Only builds for tests count the locks. In tests, code that stands for an
/// adopter's code checks the number.
package enum HeldLocks {
  /// Stops the process if this thread holds a lock. Call this function in code that the library must never call under a
  /// lock.
  package static func mustBeNone() {
    #if TRACKABLE_COUNTS_LOCKS
      precondition(Nesting.thread.pointee.locks == 0, "An adopter's code runs under a lock.")
    #endif
  }
}

/// A lock around a value, which code can reach only under the lock. A lock can also have several *stripes*, each of
/// which is a value with its own lock.
///
/// No adopter's code ever runs inside ``withLock(stripe:_:)``: a `deinit`, a computed property or a tracker may itself
/// track, and would deadlock.
// The methods are inlined into the other modules, which would otherwise look up the layout of the value for each call.
// The benchmarks of the hub show the difference.
@usableFromInline package final class Lock<Value>: Sendable where Value: ~Copyable {
  // Invariant: each stripe holds an open lock and, behind it, an initialised value, from `init` to `deinit`. In
  // `deinit`, no thread can hold a lock. A value is used only between `lock` and `unlock`. Under the thread sanitizer,
  // the concurrency suites break without this invariant.
  @usableFromInline nonisolated(unsafe) let stripes: UnsafeMutableRawPointer
  @usableFromInline let count: Int
  /// The distance from the lock to the value.
  @usableFromInline let offset: Int
  /// The distance between stripes, so large that two stripes never share a cache line, nor a pair of lines that a
  /// processor fetches together.
  @usableFromInline let stride: Int

  package convenience init(_ value: consuming sending Value) {
    self.init(count: 1)
    open(0, consume value)
  }

  /// - Parameter stripes: The number of values.
  package convenience init(stripes count: Int, _ value: () -> sending Value) {
    self.init(count: count)
    for index in 0..<count { open(index, value()) }
  }

  private init(count: Int) {
    self.count = count
    let alignment = MemoryLayout<Value>.alignment
    offset = (MemoryLayout<PlatformLock>.size + alignment - 1) / alignment * alignment
    stride = (offset + MemoryLayout<Value>.size + 127) / 128 * 128
    stripes = .allocate(byteCount: stride * count, alignment: 128)
  }

  private func open(_ index: Int, _ new: consuming Value) {
    let (lock, value) = stripe(index)
    PlatformLock.open(lock)
    value.initialize(to: new)
  }

  deinit {
    for index in 0..<count {
      let (lock, value) = stripe(index)
      value.deinitialize(count: 1)
      PlatformLock.close(lock)
    }
    stripes.deallocate()
  }

  @inlinable func stripe(
    _ index: Int
  ) -> (lock: UnsafeMutablePointer<PlatformLock>, value: UnsafeMutablePointer<Value>) {
    let stripe = stripes + stride &* index
    return (stripe.assumingMemoryBound(to: PlatformLock.self), (stripe + offset).assumingMemoryBound(to: Value.self))
  }

  /// - Parameter index: The number of the stripe, from 0.
  @inlinable package func withLock<Result: ~Copyable, Failure: Error>(
    stripe index: Int = 0,
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let (lock, value) = stripe(index)
    PlatformLock.lock(lock)
    defer { PlatformLock.unlock(lock) }
    return try body(&value.pointee)
  }

  /// Runs `body` under the lock, and moves `given` into it, for a body that stores this value. A body that captured the
  /// value would keep a copy instead.
  @inlinable package func withLock<Given, Result>(
    giving given: consuming Given, _ body: (inout Value, consuming Given) -> Result
  ) -> Result {
    let (lock, value) = stripe(0)
    PlatformLock.lock(lock)
    defer { PlatformLock.unlock(lock) }
    return body(&value.pointee, consume given)
  }

  /// Reads a value under its lock, while other threads may read the same value without the lock. The body must not
  /// change the value, which would race with those threads.
  func reading<Result: ~Copyable>(stripe index: Int = 0, _ body: (borrowing Value) -> Result) -> Result {
    let (lock, value) = stripe(index)
    PlatformLock.lock(lock)
    defer { PlatformLock.unlock(lock) }
    return body(value.pointee)
  }

  /// Reads a value without its lock, for a caller that holds the lock under which the value is changed.
  func withoutLock<Result: ~Copyable>(stripe index: Int, _ body: (borrowing Value) -> Result) -> Result {
    body(stripe(index).value.pointee)
  }

  /// Calls `body` under the lock, without the compiler's check for `Sendable`. The body may only store objects weakly,
  /// or take them out to release them.
  func withLockUnchecked<Result: ~Copyable>(stripe index: Int = 0, _ body: (inout Value) -> Result) -> Result {
    let (lock, value) = stripe(index)
    PlatformLock.lock(lock)
    defer { PlatformLock.unlock(lock) }
    return body(&value.pointee)
  }
}

// MARK: - Without a lock

/// A number that several threads can read and change without a lock.
///
/// A thread that reads the number sees everything that another thread wrote before it changed the number.
package struct AtomicWord: ~Copyable, Sendable {
  // Invariant: from `init` to `deinit`, the pointer points to an initialised word, which only atomic operations access.
  // Under the thread sanitizer, the concurrency suites break without this invariant.
  nonisolated(unsafe) private let word: UnsafeMutablePointer<UInt64>

  package init(_ value: UInt64 = 0) {
    word = .allocate(capacity: 1)
    word.initialize(to: value)
  }

  deinit { word.deallocate() }

  package var value: UInt64 { trackable_load(word) }

  package func set(_ value: UInt64) { trackable_store(word, value) }

  // Each method returns the earlier number.

  package func add(_ value: UInt64) -> UInt64 { trackable_add(word, value) }
  package func exchange(_ value: UInt64) -> UInt64 { trackable_exchange(word, value) }
}
