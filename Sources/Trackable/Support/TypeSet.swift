internal import TrackableAtomics

/// A set of types that code reads without a lock, to remember a fact about a type.
///
/// A word is the address of a type's metadata, which lives forever. The word is stored in one of the few slots behind
/// its hash. If all of them are taken, the type is not stored, and each look-up takes the longer way.
final class TypeSet: Sendable {
  // Invariant: points to `capacity` initialised words from `init` to `deinit`, and is never used outside of them.
  // Without the mask below, the test with more types than slots would write outside of them.
  nonisolated(unsafe) private let words: UnsafeMutablePointer<UInt64>

  private static let capacity = 256
  private static let places = 8

  init() {
    words = .allocate(capacity: Self.capacity)
    words.initialize(repeating: 0, count: Self.capacity)
  }

  deinit { words.deallocate() }

  /// Whether a type is in the set.
  ///
  /// - Parameter adding: Whether the look-up adds the type.
  @discardableResult @inline(__always) func contains(_ type: ObjectIdentifier, adding: Bool = false) -> Bool {
    let address = UInt64(UInt(bitPattern: type))
    let first = UInt(bitPattern: type).place(in: Self.capacity)
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
