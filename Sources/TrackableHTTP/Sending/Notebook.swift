/// Keeps a line of text from one launch to the next. Losing the line must do no harm.
struct Notebook: Sendable {
  var read: @Sendable () -> String = { "" }
  var write: @Sendable (String) -> Void = { _ in }

  /// A notebook that keeps its line in a file.
  static func file(at path: String, files: any FileSystem) -> Notebook {
    Notebook(
      read: { (try? files.readAll(path, limit: 100)).map { String(decoding: $0, as: UTF8.self) } ?? "" },
      write: { text in
        // If the process is killed here, no line is left, or a part of a line, which the reader ignores.
        try? files.removeFile(at: path)
        guard let file = try? files.makeFile(at: path) else { return }
        defer { files.close(file) }
        try? files.writeAll(Array(text.utf8), to: file)
      })
  }
}
