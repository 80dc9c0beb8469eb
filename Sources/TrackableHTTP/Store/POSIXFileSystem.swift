import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The operating system's files, through the calls of POSIX. `FileHandle` is not used, because it does not promise to
/// append, to sync folders, or to close files on `exec`.
struct POSIXFileSystem: FileSystem {
  func makeFolder(at path: String) throws(FileError) {
    do { try check { mkdir(path, 0o700) } } catch { if error != .exists { throw error } }
  }

  func protectFolder(at path: String) {
    #if canImport(Darwin)
      // Files inherit the protection class of their folder. A volume without protection classes ignores this setting.
      try? FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: path)
      var url = URL(fileURLWithPath: path, isDirectory: true)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? url.setResourceValues(values)
    #endif
  }

  func names(in folder: String) throws(FileError) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw FileError(code: ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue ?? EIO)
    }
  }

  private func status(at path: String) throws(FileError) -> stat {
    var info = stat()
    try check { lstat(path, &info) }
    return info
  }

  func identity(at path: String) throws(FileError) -> FileIdentity { FileIdentity(try status(at: path)) }

  func identity(of file: OpenFile) throws(FileError) -> FileIdentity {
    var info = stat()
    try check { fstat(file.number, &info) }
    return FileIdentity(info)
  }

  func makeFile(at path: String) throws(FileError) -> OpenFile {
    OpenFile(number: try check { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) })
  }

  func openForWriting(_ path: String) throws(FileError) -> OpenFile {
    OpenFile(number: try check { open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) })
  }

  func link(_ path: String, to other: String) throws(FileError) { try check { linkFile(path, other) } }

  func size(at path: String) throws(FileError) -> Int { Int(try status(at: path).st_size) }

  func openForReading(_ path: String) throws(FileError) -> OpenFile {
    OpenFile(number: try check { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) })
  }

  func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile, at offset: Int) throws(FileError) -> Int {
    // The pointer does not leave the closure.
    try check { bytes.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count, off_t(offset)) } }
  }

  func read(_ file: OpenFile, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    // The pointer does not leave the closure, and at most `count` bytes go to an array of that size.
    var bytes = [UInt8](repeating: 0, count: count)
    let done = try check { bytes.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, count, off_t(offset)) } }
    bytes.removeLast(count - done)
    return bytes
  }

  func shorten(_ file: OpenFile, to size: Int) throws(FileError) { try check { ftruncate(file.number, off_t(size)) } }

  func synchronize(_ file: OpenFile) throws(FileError) {
    #if canImport(Darwin)
      // On Apple's systems, `fsync` only hands the bytes to the drive, so the code tries `F_FULLFSYNC` first, which not
      // every file system supports.
      if fcntl(file.number, F_FULLFSYNC) == 0 { return }
    #endif
    try check { fsync(file.number) }
  }

  func synchronizeFolder(at path: String) throws(FileError) {
    let folder = OpenFile(number: try check { open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) })
    defer { close(folder) }
    try synchronize(folder)
  }

  func close(_ file: OpenFile) { closeFile(file.number) }

  func lock(_ file: OpenFile) throws(FileError) -> Bool {
    do { try check { flock(file.number, LOCK_EX | LOCK_NB) } } catch {
      if error.code == EWOULDBLOCK { return false }
      throw error
    }
    return true
  }

  func move(_ path: String, to other: String) throws(FileError) { try check { rename(path, other) } }

  func removeFile(at path: String) throws(FileError) {
    do { try check { unlink(path) } } catch { if error != .notFound { throw error } }
  }

  func removeFolder(at path: String) throws(FileError) { try check { rmdir(path) } }

  /// Makes a call, and repeats it while signals interrupt it. Returns its result, or throws its error.
  @discardableResult func check<Number: SignedInteger>(_ call: () -> Number) throws(FileError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw FileError(code: errno) }
    }
  }
}

/// Calls the C function `link`. This function is outside of ``POSIXFileSystem``, where `link` means the type's own
/// method.
private func linkFile(_ path: String, _ other: String) -> Int32 { link(path, other) }

/// Calls the C function `close`. This function is outside of ``POSIXFileSystem``, where `close` means the type's own
/// method. An interrupted call is not repeated, because the descriptor is free by then, and may already belong to
/// another file.
private func closeFile(_ number: Int32) { _ = close(number) }

extension FileIdentity {
  fileprivate init(_ info: stat) {
    self.init(volume: UInt64(truncatingIfNeeded: info.st_dev), file: UInt64(info.st_ino))
  }
}
