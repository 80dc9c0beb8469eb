import Foundation

/// An open file or folder.
struct OpenFile: Sendable, Hashable {
  let number: Int32
}

/// Tells a file or a folder from all others for as long as it is open anywhere, also when its name changes.
struct FileIdentity: Sendable, Hashable {
  let volume: UInt64
  let file: UInt64
}

/// What went wrong with a file: an error of the system, by its number.
struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  let code: Int32

  static let notFound = FileError(code: ENOENT)
  static let exists = FileError(code: EEXIST)
  /// Not permitted: also the answer of a device about protected files before its first unlock.
  static let denied = FileError(code: EACCES)

  var description: String {
    if [EACCES, EPERM].contains(code) { return "permission denied, or the device has not been unlocked yet" }
    // Long enough for every text, which the call ends with a zero.
    var text = [CChar](repeating: 0, count: 256)
    _ = strerror_r(code, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) + " (error \(code))"
  }
}

/// What a store asks of a file system, call by call: each may write or read less than it was asked to, or fail.
protocol FileSystem: Sendable {
  /// Makes a folder that only its owner can read, unless there is one.
  func makeFolder(at path: String) throws(FileError)
  /// Keeps the files in a folder out of reach until the device's first unlock, and out of backups, where a platform
  /// can.
  func protectFolder(at path: String)
  /// The names in a folder, in no order.
  func names(in folder: String) throws(FileError) -> [String]
  func identity(at path: String) throws(FileError) -> FileIdentity
  func identity(of file: OpenFile) throws(FileError) -> FileIdentity
  /// Makes a file that only its owner can read, which must not exist, for writing.
  func makeFile(at path: String) throws(FileError) -> OpenFile
  /// Opens a file that is there for writing. Not by a link.
  func openForWriting(_ path: String) throws(FileError) -> OpenFile
  /// Gives a file a second name, which must not exist.
  func link(_ path: String, to other: String) throws(FileError)
  /// How many bytes a file has.
  func size(at path: String) throws(FileError) -> Int
  /// Opens a file or a folder for reading. It follows no link, because a later call moves or deletes the file by that
  /// name.
  func openForReading(_ path: String) throws(FileError) -> OpenFile
  /// Writes at a place of a file. Returns how many bytes it took, which may be fewer than there are.
  func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile, at offset: Int) throws(FileError) -> Int
  /// Reads up to `count` bytes; fewer where the file ends, or at the system's whim.
  func read(_ file: OpenFile, at offset: Int, count: Int) throws(FileError) -> [UInt8]
  /// Cuts a file off.
  func shorten(_ file: OpenFile, to size: Int) throws(FileError)
  /// Returns when the bytes of a file, or the names in an open folder, will survive the end of the system.
  func synchronize(_ file: OpenFile) throws(FileError)
  /// Returns when the names in a folder will survive the end of the system. The folder may be a link, as some folder
  /// above the store's is on most systems.
  func synchronizeFolder(at path: String) throws(FileError)
  func close(_ file: OpenFile)
  /// Takes the lock of an open file or folder, and keeps the lock until the file is closed, or the process ends.
  /// Returns false if another open file has the lock.
  func lock(_ file: OpenFile) throws(FileError) -> Bool
  func move(_ path: String, to other: String) throws(FileError)
  /// Deletes a file, if it is there.
  func removeFile(at path: String) throws(FileError)
  func removeFolder(at path: String) throws(FileError)
}

extension FileSystem {
  /// Makes a folder, and those above it, so that only their owner can read them.
  func makeFolders(_ path: String) throws(FileError) {
    do { try makeFolder(at: path) } catch {
      guard error == .notFound, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw error }
      try makeFolders(String(path[..<slash]))
      try makeFolder(at: path)
    }
  }

  /// Writes all of `bytes`, or throws, possibly after having written a part.
  func writeAll(_ bytes: [UInt8], to file: OpenFile, at offset: Int = 0) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try write(rest, to: file, at: offset + rest.startIndex)) }
  }

  /// What a file has, as far as `limit`.
  func readAll(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file = try openForReading(path)
    defer { close(file) }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let more = try read(file, at: bytes.count, count: limit - bytes.count)
      if more.isEmpty { break }
      if bytes.isEmpty { bytes = more } else { bytes += more }
    }
    return bytes
  }
}
