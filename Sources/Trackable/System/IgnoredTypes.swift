internal import TrackableAtomics

/// The types of events that a tracker is known to ignore. `track` looks here before it does anything else.
///
/// A word is the address of a type's metadata, which lives for ever. It is stored in one of the few slots from the one
/// that it hashes to. If none of them is free, the type is not stored, and the tracker is asked each time.
///
/// Words are read without a lock. They are written by the ``SystemCore`` whose tracker was asked, under its lock, and
/// only if that tracker has not been replaced meanwhile; they are cleared under the same lock when it is. So a caller
/// that tracks after that never sees an answer of the previous tracker. `IgnoredTypesTests` fail if an answer that
/// comes too late is kept.
final class IgnoredTypes: Sendable {
  // Invariant: points to `capacity` initialised words from `init` to `deinit`, and is never used outside of them.
  // Without the mask below, the test with more types than there is room for would write outside of them.
  nonisolated(unsafe) private let words: UnsafeMutablePointer<UInt64>

  /// Those of the process's tracker.
  static let ofProcess = IgnoredTypes()

  private static let capacity = 256
  private static let places = 8

  init() {
    words = .allocate(capacity: Self.capacity)
    words.initialize(repeating: 0, count: Self.capacity)
  }

  deinit { words.deallocate() }

  /// Whether a type is known to be ignored.
  ///
  /// - Parameter adding: Whether it is from now on.
  @discardableResult @inline(__always) func contains(_ type: ObjectIdentifier, adding: Bool = false) -> Bool {
    let address = UInt64(UInt(bitPattern: type))
    let first = AddressHash.place(of: UInt(bitPattern: type), in: Self.capacity)
    for place in 0..<Self.places {
      let word = words + (first &+ place) & (Self.capacity &- 1)
      let known = trackable_load(word)
      if known == 0, adding { trackable_store(word, address) }
      if known == 0 || known == address { return known == address }
    }
    return false
  }

  func clear() {
    for index in 0..<Self.capacity { trackable_store(words + index, 0) }
  }
}

// Called from the inlined `track`. Benchmarks: quiet.
/// Whether events of this type go nowhere, wherever they are tracked: the process's tracker ignores them, and no
/// link, context or task has ever had a tracker or a system of its own.
@usableFromInline func isIgnoredEverywhere(_ type: ObjectIdentifier) -> Bool {
  IgnoredTypes.ofProcess.contains(type) && TrackerRoute.wasEverSet.value == 0 && TaskScope.hadSystem.value == 0
}
