internal import TrackableAtomics

/// A set of types about which the library remembers a fact. Code reads the set without a lock.
///
/// A word is the address of a type's metadata, which lives forever. The word is stored in one of the eight slots from
/// its hash on. If all these slots are taken, the set does not store the type, and the caller has to find out the fact
/// each time.
final class TypeSet: Sendable {
  // Invariant: from `init` to `deinit`, the pointer points to `capacity` initialised words, and code accesses no memory
  // outside of them. Without the mask below, the test with more types than slots would write outside of them.
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
