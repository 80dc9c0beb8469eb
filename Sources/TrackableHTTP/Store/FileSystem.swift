/// An open file or folder.
struct OpenFile: Sendable, Hashable {
  let number: Int32
}

/// What a file system knows about a file or a folder.
struct FileStatus: Sendable, Hashable {
  /// The same as long as anybody has the file open, whatever its name becomes.
  struct Identity: Sendable, Hashable {
    let volume: UInt64
    let file: UInt64
  }

  let identity: Identity
  let size: Int
}

/// What went wrong with a file.
enum FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A signal came; the call is to be repeated, as ``UninterruptedFileSystem`` does.
  case interrupted
  case notFound
  case exists
  /// No space left, or over quota.
  case full
  /// Not permitted: also what a device says of protected files before its first unlock.
  case denied
  case readOnly
  /// Such a file, or such a file system, knows no such call.
  case unsupported
  case other(code: Int32)

  var description: String {
    switch self {
    case .interrupted: "the call was interrupted"
    case .notFound: "there is no such file"
    case .exists: "the file exists"
    case .full: "no space is left on the device"
    case .denied: "permission denied, or the device has not been unlocked yet"
    case .readOnly: "the file system is read-only"
    case .unsupported: "the file system does not support the call"
    case .other(let code): "\(POSIXFileSystem.words(for: code)) (error \(code))"
    }
  }
}

/// What a store asks of a file system, call by call: each may be interrupted, write less than it was given, or fail.
protocol FileSystem: Sendable {
  /// Makes a folder that only its owner can read.
  func makeFolder(at path: String) throws(FileError)
  /// Keeps the files in a folder out of reach until the device's first unlock, and out of backups, where a platform
  /// can.
  func protectFolder(at path: String)
  /// The names in a folder, in no order.
  func names(in folder: String) throws(FileError) -> [String]
  func status(at path: String) throws(FileError) -> FileStatus
  func status(of file: OpenFile) throws(FileError) -> FileStatus
  /// Makes a file that only its owner can read, which must not exist, for appending.
  func makeFile(at path: String) throws(FileError) -> OpenFile
  /// Opens a file or a folder for reading. Not by a link: what is moved or deleted by that name is what was read.
  func openForReading(_ path: String) throws(FileError) -> OpenFile
  /// Opens a folder for syncing. It may be a link, as one or another above the store's is on most systems.
  func openFolder(_ path: String) throws(FileError) -> OpenFile
  /// Writes at the end of a file. Returns how many bytes it took, which may be fewer than there are.
  func append(_ bytes: UnsafeRawBufferPointer, to file: OpenFile) throws(FileError) -> Int
  /// Reads up to `count` bytes; fewer where the file ends, or at the system's whim.
  func read(_ file: OpenFile, at offset: Int, count: Int) throws(FileError) -> [UInt8]
  /// Cuts a file off.
  func shorten(_ file: OpenFile, to size: Int) throws(FileError)
  /// Returns when what was written, or the names in a folder, will survive the end of the system.
  func synchronize(_ file: OpenFile) throws(FileError)
  func close(_ file: OpenFile)
  /// Takes the lock of an open file or folder, which it has until it is closed, or its process ends. Returns whether
  /// no other open file has it.
  func lock(_ file: OpenFile) throws(FileError) -> Bool
  func move(_ path: String, to other: String) throws(FileError)
  func removeFile(at path: String) throws(FileError)
  func removeFolder(at path: String) throws(FileError)
}

extension FileSystem {
  /// Writes all of `bytes`, or throws, possibly after having written a part.
  func appendAll(_ bytes: [UInt8], to file: OpenFile) throws(FileError) {
    var done = 0
    while done < bytes.count {
      // The pointer does not leave the closure.
      done += try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
        try append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[done...])), to: file)
      }
    }
  }

  /// Reads `count` bytes, or as many as there are.
  func readAll(_ file: OpenFile, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try read(file, at: offset + bytes.count, count: count - bytes.count)
      if more.isEmpty { break }
      if bytes.isEmpty { bytes = more } else { bytes += more }
    }
    return bytes
  }

  /// Makes sure of the names in a folder.
  func synchronizeFolder(at path: String) throws(FileError) {
    let folder = try openFolder(path)
    defer { close(folder) }
    try synchronize(folder)
  }
}
