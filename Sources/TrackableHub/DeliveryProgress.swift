import Synchronization

/// How far a worker has come with its batch, reported without a lock: the worker counts, and whoever holds the hub's
/// lock reads.
///
/// Three counts and two flags share one word, so that they are always read as of the same instant.
final class DeliveryProgress: Sendable {
  /// What became of a delivery that the worker had in hand.
  enum Outcome: UInt64 {
    // The raw values are one of each: a batch is much smaller than 65,536.
    case delivered = 1
    case failed = 0x1_0000
    case purged = 0x1_0000_0000
  }

  private static let closed: UInt64 = 1 << 63
  private static let purge: UInt64 = 1 << 62

  private let word = Atomic<UInt64>(0)

  typealias Count = (delivered: Int, failed: Int, purged: Int)

  /// Called by the worker: what became of one more delivery. Returns false if nobody counts it any more.
  func count(_ outcome: Outcome) -> Bool {
    word.add(outcome.rawValue, ordering: .acquiringAndReleasing).oldValue & Self.closed == 0
  }

  /// Called by the worker: whether its deliveries are no longer wanted.
  var isClosed: Bool { word.load(ordering: .acquiring) & Self.closed != 0 }

  /// Called by the worker: whether a purge came after its batch was taken.
  var isPurged: Bool { word.load(ordering: .acquiring) & Self.purge != 0 }

  /// Called under the lock, while the worker has a batch in hand: what is left of it must not be sent.
  func purgeBatch() { word.bitwiseOr(Self.purge, ordering: .acquiringAndReleasing) }

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
    if word & closed != 0 { return (0, 0, 0) }
    return (Int(word & 0xFFFF), Int(word >> 16 & 0xFFFF), Int(word >> 32 & 0xFFFF))
  }
}
