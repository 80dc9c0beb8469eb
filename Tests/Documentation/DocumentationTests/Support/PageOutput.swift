import Synchronization
import Trackable

/// Keeps what a snippet prints, or what its service gets.
final class Output: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }
  var text: String { lines.joined(separator: "\n") }

  /// Texts of this module's types name it; pages write `MyApp`, so a column of names gets narrower.
  func write(_ text: some CustomStringConvertible) {
    let text = text.description.replacing("DocumentationTests.", with: "MyApp.")
      .replacing("\n  over" + String(repeating: " ", count: 13), with: "\n  over")
    kept.withLock { $0.append(text) }
  }
}

/// A page's text, to be compared with what happens.
struct Page {
  private let lines: [String]

  /// - Parameter path: The path from the root of the repository, as `README.md`.
  init(_ path: String) {
    let text = (try? Repository.text(path)) ?? ""  // A page that is not there promises nothing.
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// An article of the core's catalogue.
  init(article: String) {
    self.init("Sources/Trackable/Trackable.docc/\(article).md")
  }

  /// Whether the page gives this as output: in comments, the first perhaps behind the code, or in a block of its own.
  func promises(_ output: String) -> Bool {
    let wanted = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard !output.isEmpty else { return false }
    return lines.indices.contains { start in
      let here = lines[start...].prefix(wanted.count)
      return here.count == wanted.count
        && (here.elementsEqual(wanted) || zip(here, wanted).allSatisfy { $0.hasSuffix($1.isEmpty ? "//" : "// \($1)") })
    }
  }
}

extension TrackedProperties {
  /// As pages speak of properties: `amount 20, screen "checkout"`.
  var spoken: String {
    map { "\($0.key.name.split(separator: ".").last ?? "") \($0.value.json)" }.joined(separator: ", ")
  }
}
