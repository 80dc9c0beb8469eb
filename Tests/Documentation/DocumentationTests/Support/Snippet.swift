/// A piece of Swift in a page of documentation or in a doc comment.
struct Snippet {
  /// The file and the line of the fence above it.
  let file: String
  let line: Int
  /// The lines between the fences, as they are written there.
  let lines: [String]

  /// The parts that each stand in one piece in a compiled file: an empty line at the top level separates them. The extension
  /// of a class can stand in a file only, and the statements below it in a function only.
  var parts: [[String]] {
    var parts: [[String]] = [[]]
    for (index, line) in lines.enumerated() {
      let isTopLevel = line.first.map { !$0.isWhitespace && $0 != "}" && $0 != ")" && $0 != "]" } ?? false
      if isTopLevel, index > 0, lines[index - 1].allSatisfy(\.isWhitespace) { parts.append([]) }
      parts[parts.count - 1].append(line)
    }
    return parts.map(CompiledText.normalised).filter { !$0.isEmpty }
  }

  /// The ```` ```swift ```` blocks of a page.
  static func all(inPage path: String, text: String) -> [Snippet] {
    blocks(of: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), file: path)
  }

  /// The blocks of the doc comments of a Swift file. There, a block without a language is Swift.
  static func all(inDocCommentsOf path: String, text: String) -> [Snippet] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let trimmed = line.drop { $0.isWhitespace }
      return trimmed.hasPrefix("///") ? String(trimmed.dropFirst(trimmed.hasPrefix("/// ") ? 4 : 3)) : ""
    }
    return blocks(of: lines, file: path, isSwiftByDefault: true)
  }

  private static func blocks(of lines: [String], file: String, isSwiftByDefault: Bool = false) -> [Snippet] {
    var found: [Snippet] = []
    var opened: (line: Int, isSwift: Bool)?
    for (index, line) in lines.enumerated() {
      let trimmed = line.trimmingPrefix { $0.isWhitespace }
      guard trimmed.hasPrefix("```") else { continue }
      if let start = opened {
        opened = nil
        guard start.isSwift else { continue }
        found.append(Snippet(file: file, line: start.line, lines: Array(lines[start.line..<index])))
      } else {
        opened = (index + 1, trimmed == "```swift" || (isSwiftByDefault && trimmed == "```"))
      }
    }
    return found
  }
}
