/// A line that outlives the process. It may get lost, and then nothing is known.
struct Notebook: Sendable {
  var read: @Sendable () -> String = { "" }
  var write: @Sendable (String) -> Void = { _ in }

  /// One in a file of its own.
  static func file(at path: String, files: any FileSystem) -> Notebook {
    Notebook(
      read: { (try? files.readAll(path, limit: 100)).map { String(decoding: $0, as: UTF8.self) } ?? "" },
      write: { text in
        // A kill in between leaves no line, or half a line, which counts as none.
        try? files.removeFile(at: path)
        guard let file = try? files.makeFile(at: path) else { return }
        defer { files.close(file) }
        try? files.writeAll(Array(text.utf8), to: file)
      })
  }
}
