/// How much a store on disk keeps, and for how long.
///
/// ```swift
/// StorePolicy()                                        // 64 MB, 30 days
/// StorePolicy(bytes: 8_000_000, age: .seconds(86_400)) // 8 MB, one day
/// ```
///
/// The store drops records beyond a bound, the oldest first, and counts them. Values that are too small are raised to the
/// least that works, which their documentation names.
public struct StorePolicy: Sendable, Hashable {
  /// How many bytes of files a process keeps, at least 256 KB. Each process that shares the folder has as much of its
  /// own.
  package let bytes: Int
  /// How old a record may become. A record of the future, as after a clock was set back, is not old.
  package let age: Duration
  /// Bounds.
  ///
  /// - Parameters:
  ///   - bytes: How many bytes of files a process keeps, at least 256 KB.
  ///   - age: How old a record may become.
  public init(bytes: Int = 64_000_000, age: Duration = .seconds(30 * 86_400)) {
    self.bytes = max(bytes, 256_000)
    self.age = max(age, .zero)
  }

  /// How large a file becomes before the next one is begun. The store gives back a file at a time, so this is a fraction
  /// of its bytes. It refuses a record that does not fit into one file.
  var segmentBytes: Int { min(max(bytes / 16, 64_000), Self.longestFile) }
  static let longestFile = 1_000_000
  /// How many bytes wait in memory while the disk takes nothing.
  static let memoryBytes = 1_000_000
  /// How many zeros a file that has to grow gets behind its records, for the next ones.
  var bytesAhead: Int { segmentBytes / 16 }
}
