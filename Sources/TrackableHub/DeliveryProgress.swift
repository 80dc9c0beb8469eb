import Synchronization

/// How far a worker has come with its batch, reported without a lock: the worker counts, and whoever holds the hub's
/// lock reads.
///
/// Two counts and a flag share one word, so that they are always read as of the same instant.
final class DeliveryProgress: Sendable {
  private static let closed: UInt64 = 1 << 63
  private static let oneFailed: UInt64 = 1 << 31

  private let word = Atomic<UInt64>(0)

  typealias Count = (delivered: Int, failed: Int)

  /// Called by the worker: one more delivery has arrived or failed. Returns false if nobody counts it any more.
  func count(success: Bool) -> Bool {
    word.add(success ? 1 : Self.oneFailed, ordering: .acquiringAndReleasing).oldValue & Self.closed == 0
  }

  /// Called by the worker: whether its deliveries are no longer wanted.
  var isClosed: Bool { word.load(ordering: .acquiring) & Self.closed != 0 }

  /// Called under the lock: the counts for the batch so far; zero once closed.
  var current: Count { Self.count(in: word.load(ordering: .acquiring)) }

  /// Called by the worker under the lock, between two batches: returns the counts and resets them.
  func take() -> Count {
    // Nobody else can change the word now: the worker itself is here, and closing takes the lock.
    let old = word.load(ordering: .acquiring)
    if old & Self.closed == 0 { word.store(0, ordering: .releasing) }
    return Self.count(in: old)
  }

  /// Called under the lock: closes the progress, and returns the final counts.
  func close() -> Count {
    Self.count(in: word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue)
  }

  private static func count(in word: UInt64) -> Count {
    if word & closed != 0 { return (0, 0) }
    return (Int(word & (oneFailed - 1)), Int(word >> 31))
  }
}
