import Foundation

/// An open file or folder.
struct OpenFile: Sendable, Hashable {
  let number: Int32
}

/// The identity of a file or a folder, which stays the same while the file is open anywhere, even if its name changes.
struct FileIdentity: Sendable, Equatable {
  let volume: UInt64
  let file: UInt64
}

/// An error of the operating system about a file. The code is the system's number for the error.
struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
  let code: Int32

  static let notFound = FileError(code: ENOENT)
  static let exists = FileError(code: EEXIST)
  /// The process has no permission. Before the first unlock after a restart, a device also returns this error for
  /// protected files.
  static let denied = FileError(code: EACCES)

  var description: String {
    if [EACCES, EPERM].contains(code) { return "permission denied, or the device has not been unlocked yet" }
    // The array is long enough for every text of the system. The call ends the text with a zero.
    var text = [CChar](repeating: 0, count: 256)
    _ = strerror_r(code, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) + " (error \(code))"
  }
}

/// The calls that a store makes to a file system. Each call may write or read fewer bytes than the store asked for, or
/// fail.
protocol FileSystem: Sendable {
  /// Makes a folder with access only for its owner, unless it exists.
  func makeFolder(at path: String) throws(FileError)
  /// If the platform supports it, encrypts the files in a folder until the first unlock of the device after a restart,
  /// and excludes them from backups.
  func protectFolder(at path: String)
  /// The names in a folder, in any order.
  func names(in folder: String) throws(FileError) -> [String]
  func identity(at path: String) throws(FileError) -> FileIdentity
  func identity(of file: OpenFile) throws(FileError) -> FileIdentity
  /// Makes a new file for writing, with access only for its owner. The file must not exist.
  func makeFile(at path: String) throws(FileError) -> OpenFile
  /// Opens an existing file for writing. The method does not follow a link.
  func openForWriting(_ path: String) throws(FileError) -> OpenFile
  /// Gives a file a second name, which must not exist.
  func link(_ path: String, to other: String) throws(FileError)
  /// The size of a file in bytes.
  func size(at path: String) throws(FileError) -> Int
  /// Opens a file or a folder for reading. The method follows no link, because a later call moves or deletes the file
  /// by that name.
  func openForReading(_ path: String) throws(FileError) -> OpenFile
  /// Writes at a position of a file. Returns the number of written bytes, which may be smaller.
  func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile, at offset: Int) throws(FileError) -> Int
  /// Reads up to `count` bytes. The result may be shorter, at the end of the file or for any other reason.
  func read(_ file: OpenFile, at offset: Int, count: Int) throws(FileError) -> [UInt8]
  /// Shortens a file.
  func shorten(_ file: OpenFile, to size: Int) throws(FileError)
  /// Returns when the bytes of a file, or the names in an open folder, would survive a crash of the operating system.
  func synchronize(_ file: OpenFile) throws(FileError)
  /// Returns when the names in a folder would survive a crash of the operating system. The folder may be a link,
  /// because on most systems a folder above the store's folder is a link.
  func synchronizeFolder(at path: String) throws(FileError)
  func close(_ file: OpenFile)
  /// Takes the lock of an open file or folder. The lock is held until the file is closed, or the process ends. Returns
  /// false if another open file has the lock.
  func lock(_ file: OpenFile) throws(FileError) -> Bool
  func move(_ path: String, to other: String) throws(FileError)
  /// Deletes a file, if it exists.
  func removeFile(at path: String) throws(FileError)
  func removeFolder(at path: String) throws(FileError)
}

extension FileSystem {
  /// Makes a folder and those above it, with access only for their owner.
  func makeFolders(_ path: String) throws(FileError) {
    do { try makeFolder(at: path) } catch {
      guard error == .notFound, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw error }
      try makeFolders(String(path[..<slash]))
      try makeFolder(at: path)
    }
  }

  /// Writes all of `bytes`, or throws, possibly after it has written a part.
  func writeAll(_ bytes: [UInt8], to file: OpenFile, at offset: Int = 0) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try write(rest, to: file, at: offset + rest.startIndex)) }
  }

  /// The content of a file, up to `limit` bytes.
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
