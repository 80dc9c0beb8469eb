import Foundation
import Testing

/// What the library's own sources declare, read as text: a requirement or a combinator that is added there and not
/// tried in `RequirementsTests` must not go unnoticed.
enum TrackerSources {
  static let folder = URL(filePath: #filePath)  // Tests/TrackableTests/TrackerLaws/TrackerSources.swift
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Trackable")

  /// All of the module, without comments.
  static func text() throws -> String {
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let swift = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    return try swift.map { withoutComments(try String(contentsOf: $0, encoding: .utf8)) }.joined(separator: "\n")
  }

  static func withoutComments(_ source: String) -> String {
    source.replacing(#/\/\/[^\n]*/#, with: "").replacing(#/\/\*[\s\S]*?\*\//#, with: "")
  }

  /// The declarations inside the body of a protocol, without white space: `functrack(_event:TrackedEvent)`.
  static func requirements(of name: String, in text: String) throws -> Set<String> {
    let header = try #require(try text.firstMatch(of: Regex("\\bprotocol \(name)\\b[^{]*\\{")))
    var depth = 1
    let body = text[header.range.upperBound...].prefix {
      if $0 == "{" { depth += 1 } else if $0 == "}" { depth -= 1 }
      return depth > 0
    }
    let marked = body.replacing(#/\b(?:static\s+)?(?:func|var|init|subscript|associatedtype)\b/#) { "\u{1}" + $0.0 }
    return Set(marked.split(separator: "\u{1}").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty })
  }

  /// The types that conform to a protocol or to one that refines it.
  static func conformers(to name: String, in text: String) -> Set<String> {
    let pattern = #/\b(struct|class|actor|enum|extension|protocol)\s+([\w.]+)\s*(?:<[^{}]*?>)?\s*:\s*([^{]*)\{/#
    let declarations = text.matches(of: pattern).map { match in
      (
        isProtocol: match.1 == "protocol", name: String(match.2),
        inherited: (match.3.split(separator: " where ").first ?? "").split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      )
    }
    var protocols: Set<String> = [name]
    while true {
      let more = declarations.filter { $0.isProtocol && $0.inherited.contains { protocols.contains(String($0)) } }
      if protocols.isSuperset(of: more.map(\.name)) { break }
      protocols.formUnion(more.map(\.name))
    }
    let types = declarations.filter { !$0.isProtocol && $0.inherited.contains { protocols.contains(String($0)) } }
    return Set(types.map(\.name))
  }

  /// The methods that make a tracker, by name and labels: `combined(with:)`.
  static func combinators(in text: String) -> Set<String> {
    var found: Set<String> = []
    for match in text.matches(of: #/public func (\w+)\s*(?:<[^(]*>)?\(/#) {
      var depth = 1
      let rest = text[match.range.upperBound...]
      let parameters = rest.prefix {
        if "([{".contains($0) { depth += 1 } else if ")]}".contains($0) { depth -= 1 }
        return depth > 0
      }
      guard rest[parameters.endIndex...].prefixMatch(of: #/\)\s*->\s*some AnalyticsEventTracker\b/#) != nil else {
        continue
      }
      found.insert("\(match.1)(\(labels(of: parameters)))")
    }
    return found
  }

  private static func labels(of parameters: Substring) -> String {
    var (depth, previous): (Int, Character) = (0, " ")
    let parts = parameters.split(omittingEmptySubsequences: true) {
      let isClosing = ")]}".contains($0) || ($0 == ">" && previous != "-")
      if "([{<".contains($0) { depth += 1 } else if isClosing { depth -= 1 }
      previous = $0
      return $0 == "," && depth == 0
    }
    return parts.compactMap { $0.firstMatch(of: #/\w+/#).map { $0.0 + ":" } }.joined()
  }
}
