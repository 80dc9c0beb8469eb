import Foundation
import Testing

@Suite struct ContributingTests {
  @Test func `The way of an event leads through functions that exist, in the folders it names`() throws {
    let page = try Repository.text(".github/CONTRIBUTING.md")
    let steps = page.matches(of: #/(?m)^(\w+) +(\d+)  (?:(\w+)\.)?(\w+) /#)
    #expect(steps.map { Int($0.2) } == Array(1...12))
    for step in steps {
      let declared = try Repository.paths(in: ["Sources/Trackable/\(step.1)"], endingIn: ".swift")
        .map(Repository.text)
        .contains { text in
          // A function of a type stands in a declaration or an extension of it.
          let isOfType = step.3.map { text.contains(" \($0) ") || text.contains(" \($0):") } ?? true
          return isOfType && (text.contains("func \(step.4)(") || text.contains("func \(step.4)<"))
        }
      #expect(declared, "step \(String(step.2)), \(String(step.4))")
    }
  }

  @Test func `Every file, folder, type and function that the notes name exists`() throws {
    let names = try Names()
    let page = try Repository.text(".github/CONTRIBUTING.md").replacing(#/(?s)```.+?```/#, with: "")
    let words = page.matches(of: #/`([^`\n]+)`/#).flatMap { $0.1.split(separator: " ").map(String.init) }
    #expect(words.count > 100)
    #expect(Set(words.filter { !names.has($0) }).subtracting(Self.placeholders) == [])
  }

  /// Words that stand for a name, and a path on a site.
  private static let placeholders: Set = [
    "Examples/<Name>/Expected", "MAJOR.MINOR.PATCH", "Type+Facet.swift",
    "[Sending](/documentation/trackablehttp/sending)",
  ]

  @Test func `A test is named after the promise that it keeps`() throws {
    let tests = try Repository.paths(in: ["Tests/TrackableTests"], endingIn: "Tests.swift").map(Repository.text)
    let names = tests.joined().matches(of: #/func (`[^`]+`|\w+)\(/#).map { String($0.1) }
    #expect(names.contains("`A cycle through objects that are gone is refused as well`"))
  }
}

/// What a word in the notes may name: a path, or a declaration.
private struct Names {
  private let paths: Set<String>
  private let declarations: Set<String>

  /// Declared elsewhere: by Swift, Foundation, and the systems.
  private static let others: Set = [
    "CGFloat", "Darwin", "Double", "Glibc", "Int128", "Mutex", "NSError", "NSNull", "Self", "Sendable",
    "Synchronization",
    "Task",
    "UInt128",
  ]

  init() throws {
    let all = Repository.paths(in: ["Sources", "Tests", "Examples", "Benchmarks", ".ci", ".github"], endingIn: "")
    paths = Set(
      (all + ["Package.swift", "README.md"]).flatMap { path in
        // Also as one finds it from a folder above.
        let parts = path.split(separator: "/")
        return parts.indices.map { parts[$0...].joined(separator: "/") }
      })
    var declarations: Set<String> = []
    let kinds: Set = [
      "actor", "associatedtype", "case", "class", "enum", "extension", "func", "let", "protocol", "struct", "typealias",
      "var",
    ]
    for path in all where path.hasSuffix(".swift") {
      let words = try Repository.text(path).utf8.split { byte in
        !(byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20))
      }.map { String(Substring($0)) }
      for (kind, name) in zip(words, words.dropFirst()) where kinds.contains(kind) { declarations.insert(name) }
    }
    self.declarations = declarations
  }

  /// Whether a word is no name, or the name of something that exists.
  func has(_ word: String) -> Bool {
    if let function = word.wholeMatch(of: #/([a-z]\w*)\(.*\)/#) { return declarations.contains(String(function.1)) }
    if word.hasPrefix(".build/") { return true }
    if word.contains("/") || word.contains(#/\w\.(md|py|sh|swift|tsv|txt)$/#) {
      // A pattern names the folder in front of it.
      let path = word.prefix { $0 != "*" }
      return paths.contains(path.hasSuffix("/") ? String(path.dropLast()) : String(path))
    }
    guard let first = word.prefixMatch(of: #/[A-Z][a-z]\w*/#), !Self.others.contains(String(first.0)) else {
      return true
    }
    return word.split(separator: ".").allSatisfy {
      declarations.contains(String($0)) || paths.contains(String($0)) || paths.contains("\($0).swift")
    }
  }
}
