/// The lines of all files that are compiled, to be searched for those of a snippet.
struct CompiledText {
  private let files: [String: [String]]
  /// Where each line stands: files and indices.
  private let places: [String: [(file: String, index: Int)]]

  /// - Parameter texts: The texts by the paths of their files.
  init(_ texts: [String: String]) {
    files = texts.mapValues {
      Self.normalised($0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
    var places: [String: [(file: String, index: Int)]] = [:]
    for (file, lines) in files {
      for (index, line) in lines.enumerated() { places[line, default: []].append((file, index)) }
    }
    self.places = places
  }

  /// Lines without indentation, with one space wherever there is any, and without empty ones. So a snippet may be indented
  /// where it is compiled, and its comments need not be aligned. Without `@objc`, too, which Linux refuses, and without the mark
  /// of a tutorial's new lines.
  static func normalised(_ lines: [String]) -> [String] {
    lines.map { line in
      let line = line.contains("@objc") ? line.replacing(#/@objc(\(\w+\))? /#, with: "") : line
      let unmarked = line.hasSuffix("  // new") ? line.dropLast(8) : line[...]
      return unmarked.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  /// The folders that have all parts of a snippet, each in one piece in one of their files: a module uses its declarations in
  /// all its files.
  func folders(with snippet: Snippet) -> Set<String> {
    var all: Set<String>?
    for part in snippet.parts {
      let found = Set(
        places[part[0], default: []].filter { place in
          files[place.file].map { $0[place.index...].starts(with: part) } ?? false
        }.map { $0.file.split(separator: "/").dropLast().joined(separator: "/") })
      all = all?.intersection(found) ?? found
    }
    return all ?? []
  }

  /// The first part of a snippet that no file has; `nil` if each is somewhere.
  func missingPart(of snippet: Snippet) -> [String]? {
    snippet.parts.first { folders(with: Snippet(file: snippet.file, line: snippet.line, lines: $0)).isEmpty }
  }
}
