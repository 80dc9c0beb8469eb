/// A cache of the types of events that a tracker ignores. `track` looks here before it does anything else.
///
/// A word is the address of a type's metadata, which lives for ever, with the lowest bit set if the type is ignored. It
/// is stored in one of the few slots that its address hashes to. If none of them is free, the answer is not cached, and
/// the tracker is asked each time.
///
/// Words are read without a lock. They are written by the ``SystemCore`` whose tracker was asked, under its lock, and
/// only if that tracker has not been replaced meanwhile; they are cleared under the same lock when it is. So a caller
/// that tracks after that never sees an answer of the previous tracker. `IgnoredTypesTests` fail if an answer that comes too late
/// is kept.
final class IgnoredTypes: Sendable {
  // Invariant: points to `capacity` initialised words from `init` to `deinit`, and is never used outside of them.
  // Without the mask below, the test with more types than there is room for would write outside of them.
  nonisolated(unsafe) private let words: UnsafeMutablePointer<UInt64>

  /// The answers of the process's tracker.
  static let ofProcess = IgnoredTypes()

  private static let capacity = 256
  private static let places = 8

  init() {
    words = .allocate(capacity: Self.capacity)
    words.initialize(repeating: 0, count: Self.capacity)
  }

  deinit {
    words.deallocate()
  }

  /// The tracker's answer, if it is known.
  @inline(__always)
  func answer(for type: ObjectIdentifier) -> Bool? {
    let address = UInt64(UInt(bitPattern: type))
    for place in 0..<Self.places {
      let word = slot(of: address, place).atomicValue
      if word & ~1 == address { return word & 1 == 1 }
      if word == 0 { return nil }
    }
    return nil
  }

  func remember(_ isIgnored: Bool, for type: ObjectIdentifier) {
    let address = UInt64(UInt(bitPattern: type))
    for place in 0..<Self.places {
      let word = slot(of: address, place)
      let known = word.atomicValue
      if known == 0 || known & ~1 == address {
        return word.setAtomically(isIgnored ? address | 1 : address)
      }
    }
  }

  func clear() {
    for index in 0..<Self.capacity { (words + index).setAtomically(0) }
  }

  @inline(__always)
  private func slot(of address: UInt64, _ place: Int) -> UnsafeMutablePointer<UInt64> {
    let first = AddressHash.of(UInt(address)) &>> 32
    return words + (Int(truncatingIfNeeded: first) &+ place) & (Self.capacity &- 1)
  }
}
