/// How much a store on disk keeps, for how long, and when it is sure of it.
///
/// ```swift
/// StorePolicy()                                        // 64 MB, 30 days, sure of every batch
/// StorePolicy(bytes: 8_000_000, age: .seconds(86_400)) // 8 MB, one day
/// StorePolicy(sync: .interval(.seconds(5)))            // fewer writes; a power failure costs up to 5 s
/// ```
///
/// The store drops records beyond a bound, the oldest first, and counts them. Values that are too small are raised to the
/// least that works, which their documentation names.
public struct StorePolicy: Sendable, Hashable {
  /// When the disk is asked to make sure of what was written.
  ///
  /// What was written survives the end of the process at once, `kill -9` included, with either choice: it is the
  /// system's by then. The choice is about the end of the *system*: a power failure, a panic.
  public enum Sync: Sendable, Hashable {
    /// After each batch. What the store has accepted survives a power failure.
    case everyBatch
    /// When this much time has passed since the oldest write that is not synced. A power failure may cost what was
    /// accepted since, uncounted.
    case interval(Duration)
  }

  /// How many bytes of files a process keeps, at least 256 KB. Each process that shares the folder has as much of its
  /// own.
  package let bytes: Int
  /// How old a record may become. A record of the future, as after a clock was set back, is not old.
  package let age: Duration
  /// When the disk is asked to make sure of what was written.
  package let sync: Sync
  /// How many bytes wait in memory while the disk takes nothing, at least 64 KB.
  package let memoryBytes: Int

  /// Bounds, and when to sync.
  ///
  /// - Parameters:
  ///   - bytes: How many bytes of files a process keeps, at least 256 KB.
  ///   - age: How old a record may become.
  ///   - sync: When the disk is asked to make sure of what was written.
  ///   - memoryBytes: How many bytes wait in memory while the disk takes nothing, at least 64 KB.
  public init(
    bytes: Int = 64_000_000, age: Duration = .seconds(30 * 86_400), sync: Sync = .everyBatch,
    memoryBytes: Int = 1_000_000
  ) {
    self.bytes = max(bytes, 256_000)
    self.age = max(age, .zero)
    self.sync = sync
    self.memoryBytes = max(memoryBytes, 64_000)
  }

  /// How large a file becomes before the next one is begun. Bytes are given back a file at a time, so this is a
  /// fraction of what may be kept. A record that does not fit into one file is refused.
  var segmentBytes: Int { min(max(bytes / 16, 64_000), Self.longestFile) }
  static let longestFile = 1_000_000
}

extension Duration {
  /// The same, unless it is below zero, or so long that clocks cannot count it: 68 years are long enough.
  var bounded: Duration { min(max(self, .zero), .seconds(Int64(1) << 31)) }
}
