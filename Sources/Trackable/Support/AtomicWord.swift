internal import TrackableAtomics

/// A number that threads read and change without a lock.
///
/// A thread that reads the number sees everything that another thread wrote before it changed the number.
package struct AtomicWord: ~Copyable, Sendable {
  // Invariant: points to an initialised word from `init` to `deinit`, which only atomic operations access. The concurrency
  // suites under the thread sanitizer break without it.
  nonisolated(unsafe) fileprivate let word: UnsafeMutablePointer<UInt64>

  package init(_ value: UInt64 = 0) {
    word = .allocate(capacity: 1)
    word.initialize(to: value)
  }

  deinit { word.deallocate() }

  @inline(__always)
  package var value: UInt64 { trackable_load(word) }

  package func set(_ value: UInt64) { word.setAtomically(value) }

  // Each returns the number from before.

  package func add(_ value: UInt64) -> UInt64 { trackable_add(word, value) }
  package func formUnion(_ bits: UInt64) -> UInt64 { trackable_or(word, bits) }
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

// For tables of words. Sound where every access to the word is one of these.
extension UnsafeMutablePointer<UInt64> {
  @inline(__always)
  var atomicValue: UInt64 { trackable_load(self) }

  @inline(__always)
  func setAtomically(_ value: UInt64) { trackable_store(self, value) }
}
