/// A line of text that outlives the process. Losing the line must do no harm.
struct Notebook: Sendable {
  var read: @Sendable () -> String = { "" }
  var write: @Sendable (String) -> Void = { _ in }

  /// A notebook with a file of its own.
  static func file(at path: String, files: any FileSystem) -> Notebook {
    Notebook(
      read: { (try? files.readAll(path, limit: 100)).map { String(decoding: $0, as: UTF8.self) } ?? "" },
      write: { text in
        // A kill in between leaves no line, or a part of a line, which counts as none.
        try? files.removeFile(at: path)
        guard let file = try? files.makeFile(at: path) else { return }
        defer { files.close(file) }
        try? files.writeAll(Array(text.utf8), to: file)
      })
  }
}
