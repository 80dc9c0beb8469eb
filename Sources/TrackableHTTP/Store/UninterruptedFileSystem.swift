/// A file system whose calls are repeated for as long as signals interrupt them.
struct UninterruptedFileSystem: FileSystem {
  private let files: any FileSystem

  init(_ files: any FileSystem) { self.files = files }

  private func repeating<Result>(_ call: () throws(FileError) -> Result) throws(FileError) -> Result {
    while true {
      do { return try call() } catch { if error != .interrupted { throw error } }
    }
  }

  func makeFolder(at path: String) throws(FileError) {
    try repeating { () throws(FileError) in try files.makeFolder(at: path) }
  }

  func protectFolder(at path: String) { files.protectFolder(at: path) }

  func names(in folder: String) throws(FileError) -> [String] {
    try repeating { () throws(FileError) in try files.names(in: folder) }
  }

  func status(at path: String) throws(FileError) -> FileStatus {
    try repeating { () throws(FileError) in try files.status(at: path) }
  }

  func status(of file: OpenFile) throws(FileError) -> FileStatus {
    try repeating { () throws(FileError) in try files.status(of: file) }
  }

  func makeFile(at path: String) throws(FileError) -> OpenFile {
    try repeating { () throws(FileError) in try files.makeFile(at: path) }
  }

  func openForReading(_ path: String) throws(FileError) -> OpenFile {
    try repeating { () throws(FileError) in try files.openForReading(path) }
  }

  func openFolder(_ path: String) throws(FileError) -> OpenFile {
    try repeating { () throws(FileError) in try files.openFolder(path) }
  }

  func append(_ bytes: UnsafeRawBufferPointer, to file: OpenFile) throws(FileError) -> Int {
    try repeating { () throws(FileError) in try files.append(bytes, to: file) }
  }

  func read(_ file: OpenFile, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try repeating { () throws(FileError) in try files.read(file, at: offset, count: count) }
  }

  func shorten(_ file: OpenFile, to size: Int) throws(FileError) {
    try repeating { () throws(FileError) in try files.shorten(file, to: size) }
  }

  func synchronize(_ file: OpenFile) throws(FileError) {
    try repeating { () throws(FileError) in try files.synchronize(file) }
  }

  // Not repeated: the number is free by then, and may be somebody else's.
  func close(_ file: OpenFile) { files.close(file) }

  func lock(_ file: OpenFile) throws(FileError) -> Bool {
    try repeating { () throws(FileError) in try files.lock(file) }
  }

  func move(_ path: String, to other: String) throws(FileError) {
    try repeating { () throws(FileError) in try files.move(path, to: other) }
  }

  func removeFile(at path: String) throws(FileError) {
    try repeating { () throws(FileError) in try files.removeFile(at: path) }
  }

  func removeFolder(at path: String) throws(FileError) {
    try repeating { () throws(FileError) in try files.removeFolder(at: path) }
  }
}
