/// Something to report to whoever made the store. Each kind is reported once per episode.
enum StoreProblem: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case writing, reading, purging, limit, memory, size, damage
  }

  /// The disk takes nothing, so records wait in memory; or it cannot be noted what was delivered.
  case cannotWrite(FileError)
  /// Files cannot be read, and are left for later.
  case cannotRead(FileError)
  /// A purge could not be carried out yet. Nothing from before it is delivered.
  case cannotPurge(FileError)
  /// The files reached their limit, and the oldest was dropped.
  case overLimit(bytes: Int)
  /// The disk takes nothing and memory has reached its limit: the oldest records were dropped.
  case memoryFull(bytes: Int)
  /// A record is larger than a file may become.
  case tooLarge(bytes: Int)
  /// This many records can no longer be read.
  case damaged(Int)

  var kind: Kind {
    switch self {
    case .cannotWrite: .writing
    case .cannotRead: .reading
    case .cannotPurge: .purging
    case .overLimit: .limit
    case .memoryFull: .memory
    case .tooLarge: .size
    case .damaged: .damage
    }
  }
}
