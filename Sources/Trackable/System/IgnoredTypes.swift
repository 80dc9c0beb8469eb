import Synchronization

/// Which types of events a tracker ignores, as far as it was asked: what `track` looks at before anything else.
///
/// A word is the address of a type's metadata, which lives for ever, with the lowest bit set where the type is ignored.
/// It stands in one of the few places that its address leads to; what finds no free one is not remembered, and is asked
/// for each time.
///
/// Words are read without a lock. They are written by the ``SystemCore`` whose tracker was asked, under its lock and
/// while that tracker is still the one that events go to, and cleared under the same lock when another one takes over:
/// who tracks after that never sees an answer of the tracker before. `IgnoredTypesTests` break where one is kept that
/// comes too late.
final class IgnoredTypes: Sendable {
  // Invariant: points to `capacity` initialised words from `init` to `deinit`, and is used within them. The test with
  // more types than there is room for writes outside of them without the mask below.
  nonisolated(unsafe) private let words: UnsafeMutablePointer<Atomic<UInt>>

  private static let capacity = 256
  private static let places = 8

  init() {
    words = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity { (words + index).initialize(to: Atomic(0)) }
  }

  deinit {
    words.deinitialize(count: Self.capacity)
    words.deallocate()
  }

  /// What the tracker answered, if it was asked.
  @inline(__always)
  func answer(for type: ObjectIdentifier) -> Bool? {
    let address = UInt(bitPattern: type)
    for place in 0..<Self.places {
      let word = word(address, place).pointee.load(ordering: .relaxed)
      if word & ~1 == address { return word & 1 == 1 }
      if word == 0 { return nil }
    }
    return nil
  }

  func remember(_ isIgnored: Bool, for type: ObjectIdentifier) {
    let address = UInt(bitPattern: type)
    for place in 0..<Self.places {
      let word = word(address, place)
      let known = word.pointee.load(ordering: .relaxed)
      if known == 0 || known & ~1 == address {
        return word.pointee.store(isIgnored ? address | 1 : address, ordering: .relaxed)
      }
    }
  }

  func clear() {
    for index in 0..<Self.capacity { words[index].store(0, ordering: .relaxed) }
  }

  @inline(__always)
  private func word(_ address: UInt, _ place: Int) -> UnsafeMutablePointer<Atomic<UInt>> {
    let first = (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) &>> 32
    return words + (Int(truncatingIfNeeded: first) &+ place) & (Self.capacity &- 1)
  }
}

extension IgnoredTypes {
  /// What the process's tracker answered.
  static let ofProcess = IgnoredTypes()

  // Known to the inlined `track`. Benchmarks: quiet.
  /// Whether an event of this type goes nowhere, wherever it is tracked: the process's tracker ignores it, and no link,
  /// context or task ever had a tracker or a system of its own.
  @inline(__always)
  static func areIgnoredEverywhere(_ type: ObjectIdentifier) -> Bool {
    ofProcess.answer(for: type) == true && !ChainTable.trackersWereSet.load(ordering: .relaxed)
      && !TaskScope.hadSystem.load(ordering: .relaxed)
  }
}
