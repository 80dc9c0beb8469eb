import Synchronization
import Testing
import Trackable

/// Keeps what a snippet prints, or what its service gets.
final class Output: Sendable {
  /// What `print` writes to.
  @TaskLocal static var current = Output()
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }

  /// Texts of this module's types name it; pages write `MyApp`, so a column of names gets narrower.
  func write(_ text: some CustomStringConvertible) {
    let text = text.description.replacing(#/(Documentation|UIKit)Tests\./#, with: "MyApp.")
      .replacing("\n  over" + String(repeating: " ", count: 13), with: "\n  over")
    kept.withLock { $0.append(text) }
  }
}

/// Keeps what snippets print, for `printed` and for the page.
func print(_ text: some CustomStringConvertible) { Output.current.write(text) }

/// What a snippet prints, in an app of its own.
func printed(_ snippet: () throws -> Void) rethrows -> [String] {
  let output = Output()
  try Output.$current.withValue(output) { try inAnApp(snippet) }
  return output.lines
}

/// What a snippet prints that waits.
func printed(isolation: isolated (any Actor)? = #isolation, _ snippet: () async throws -> Void)
  async rethrows -> [String]
{
  let output = Output()
  try await Output.$current.withValue(output) { try await inAnApp(snippet) }
  return output.lines
}

/// A page's text, to be compared with what happens.
struct Page {
  private let lines: [String]

  /// - Parameter path: The path from the root of the repository, as `README.md`.
  init(_ path: String) {
    let text = (try? Repository.text(path)) ?? ""  // A page that is not there promises nothing.
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// An article of the core's catalogue, or of another module's.
  init(article: String, of module: String = "Trackable") {
    self.init("Sources/\(module)/\(module).docc/\(article).md")
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

  /// Expects the page to give these lines as output.
  func expect(_ output: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let text = output.joined(separator: "\n")
    #expect(promises(text), "\(text)", sourceLocation: sourceLocation)
  }

  /// Expects the page to give the message of a failed comparison, with its own file and line.
  func expect(difference: String?, sourceLocation: SourceLocation = #_sourceLocation) {
    let place = #/\(DocumentationTests/\w+\.swift:\d+\)/#
    expectOutput(sourceLocation: sourceLocation) {
      print((difference ?? "no difference").replacing(place, with: "(MyApp/AlbumDetailVC.swift:9)"))
    }
  }

  /// Expects the page to give what a snippet prints.
  func expectOutput(sourceLocation: SourceLocation = #_sourceLocation, _ snippet: () throws -> Void) rethrows {
    expect(try printed(snippet), sourceLocation: sourceLocation)
  }

  /// Expects the page to give what a snippet prints that waits.
  func expectOutput(
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ snippet: () async throws -> Void
  ) async rethrows {
    expect(try await printed(snippet), sourceLocation: sourceLocation)
  }
}

extension TrackedProperties {
  /// As pages speak of properties: `amount 20, screen "checkout"`.
  var spoken: String {
    map { "\($0.key.name.split(separator: ".").last ?? "") \($0.value.json)" }.joined(separator: ", ")
  }
}
