/// The limits of a store on disk: the bytes of its files, and the age of its records.
///
/// ```swift
/// StorePolicy()                                        // 64 MB, 30 days
/// StorePolicy(bytes: 8_000_000, age: .seconds(86_400)) // 8 MB, one day
/// ```
///
/// The store drops records beyond a limit, the oldest first, and counts them. A value below the documented minimum
/// counts as the minimum.
public struct StorePolicy: Sendable, Hashable {
  /// The most bytes of a process's files, at least 256 KB. Each process that shares the folder has its own limit.
  package let bytes: Int
  /// The greatest age of a record. If a clock was set back, a record may be from the future. Such a record has no age.
  package let age: Duration
  /// Creates limits.
  ///
  /// - Parameters:
  ///   - bytes: The most bytes of a process's files, at least 256 KB.
  ///   - age: The greatest age of a record.
  public init(bytes: Int = 64_000_000, age: Duration = .seconds(30 * 86_400)) {
    self.bytes = max(bytes, 256_000)
    self.age = max(age, .zero)
  }

  /// The size at which the store begins a new file. The store drops one file at a time, so the size is a fraction of
  /// the limit. The store refuses a record that does not fit into one file.
  var segmentBytes: Int { min(max(bytes / 16, 64_000), Self.longestFile) }
  static let longestFile = 1_000_000
  /// The most bytes that wait in memory while the disk fails.
  static let memoryBytes = 1_000_000
  /// The number of zeros that the store writes behind the records when a file grows. The next records overwrite these
  /// zeros.
  var bytesAhead: Int { segmentBytes / 16 }
}
