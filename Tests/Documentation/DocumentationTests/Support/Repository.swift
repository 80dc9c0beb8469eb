import Foundation

/// The files of this repository, as the tests find them.
enum Repository {
  /// The folder of Package.swift.
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of a file, by its path from the root.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of all files below some folders that end in `suffix`, sorted. What builds have made is left out.
  static func paths(in folders: [String], endingIn suffix: String) -> [String] {
    folders.flatMap { folder in
      let walk = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      let found = (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) && !$0.contains(".build/") }
      return found.map { "\(folder)/\($0)" }
    }.sorted()
  }

  /// Every page of documentation: the README, the articles of all catalogues, and the contributors' notes.
  static let pages = ["README.md"] + paths(in: ["Sources", ".github", "Benchmarks"], endingIn: ".md")

  /// The modules of the package, by their folders.
  static let modules: [String] = {
    let files = paths(in: ["Sources"], endingIn: ".swift")
    return Set(files.map { String($0.split(separator: "/")[1]) }).sorted()
  }()

  /// What CI compiles, or compiles and must see refused: the program texts in which a page's snippets stand.
  static let compiled = paths(in: ["Tests", "Examples", "Benchmarks"], endingIn: ".swift")
}
