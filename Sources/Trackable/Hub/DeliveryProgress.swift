import Synchronization

/// How far a worker has come in its batch, told without a lock: the worker counts, and whoever holds the hub's lock reads.
///
/// Two counts and a mark share one word, so that they are read as they were at one instant.
final class DeliveryProgress: Sendable {
  private static let closed: UInt64 = 1 << 63
  private static let oneFailed: UInt64 = 1 << 31

  private let word = Atomic<UInt64>(0)

  typealias Count = (delivered: Int, failed: Int)

  /// The worker: another delivery arrived, or failed. Answers false if nobody counts it any more.
  func count(success: Bool) -> Bool {
    word.add(success ? 1 : Self.oneFailed, ordering: .acquiringAndReleasing).oldValue & Self.closed == 0
  }

  /// The worker: whether its deliveries are still wanted.
  var isClosed: Bool { word.load(ordering: .acquiring) & Self.closed != 0 }

  /// Under the lock: the counts of the batch so far; none after it was closed.
  var current: Count { Self.count(in: word.load(ordering: .acquiring)) }

  /// Under the lock, by the worker between two batches: the counts, which begin anew.
  func take() -> Count {
    // Nobody else changes the word now: the worker is here, and closing takes the lock.
    let old = word.load(ordering: .acquiring)
    if old & Self.closed == 0 { word.store(0, ordering: .releasing) }
    return Self.count(in: old)
  }

  /// Under the lock: the counts, which are the last.
  func close() -> Count {
    Self.count(in: word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue)
  }

  private static func count(in word: UInt64) -> Count {
    if word & closed != 0 { return (0, 0) }
    return (Int(word & (oneFailed - 1)), Int(word >> 31))
  }
}
