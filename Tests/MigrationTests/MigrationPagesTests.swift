import Foundation
import Testing

/// Whatever a page shows as Swift is compiled by this package, and so is what stands beside it.
@Suite struct MigrationPagesTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  static let pages: [URL] = markdownFiles(in: root.appending(path: "Sources/Trackable/Trackable.docc"))
    .filter { $0.lastPathComponent.hasPrefix("Migrating") }

  static func markdownFiles(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { folder.appending(path: $0) }
  }

  /// The lines of a text as they count: without what is around them, and without empty ones.
  static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// The blocks of Swift in a page, each as the lines that count.
  static func swiftBlocks(in page: String) -> [[String]] {
    var blocks: [[String]] = []
    var open: [String]?
    for line in lines(of: page) {
      switch (line, open) {
      case ("```swift", nil): open = []
      case ("```", let block?):
        blocks.append(block)
        open = nil
      default: open?.append(line)
      }
    }
    return blocks
  }

  /// Whether the block stands in one of the sources, line by line.
  static func stands(_ block: [String], in sources: [[String]]) -> Bool {
    sources.contains { source in
      source.indices.contains { source[$0...].starts(with: block) }
    }
  }

  /// The sources of both columns.
  static func sources() throws -> [[String]] {
    try ["Tests/MigrationTests", "Tests/MigrationTests/Pages", "Tests/MigrationOrigins"].flatMap { folder in
      let folder = root.appending(path: folder)
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        .map { lines(of: try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
    }
  }

  @Test func `There is a page for each origin and one for the order of steps`() {
    #expect(
      Self.pages.map { $0.deletingPathExtension().lastPathComponent } == [
        "Migrating", "MigratingFromAModularAnalyticsLayer", "MigratingFromASingleEventTracker",
        "MigratingFromAVendorSDK", "MigratingFromTentacles", "MigratingFromTrackable",
        "MigratingFromTrackerAggregator",
      ])
  }

  @Test(arguments: pages)
  func `Each snippet of a page stands word for word in code that is compiled`(page: URL) throws {
    let sources = try Self.sources()
    let blocks = Self.swiftBlocks(in: try String(contentsOf: page, encoding: .utf8))
    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(Self.stands(block, in: sources), "not compiled: \(block.joined(separator: "\n"))")
    }
  }

  @Test(arguments: pages)
  func `Each row has two columns, and each column a snippet`(page: URL) throws {
    let lines = Self.lines(of: try String(contentsOf: page, encoding: .utf8))
    for row in lines.split(separator: "@Row {", omittingEmptySubsequences: false).dropFirst() {
      let columns = row.split(separator: "@Column {", omittingEmptySubsequences: false).dropFirst()
      #expect(columns.count == 2)
      for column in columns { #expect(column.contains("```swift")) }
    }
  }

  @Test func `A snippet that was changed on the page is found`() {
    let blocks = Self.swiftBlocks(in: "Text\n\n  ```swift\n  a()\n\n  b()\n  ```\n")
    #expect(blocks == [["a()", "b()"]])
    #expect(Self.stands(["a()", "b()"], in: [["x", "a()", "b()"]]))
    #expect(!Self.stands(["a()", "b()"], in: [["a()"], ["b()"], ["a()", "c()", "b()"]]))
  }
}
