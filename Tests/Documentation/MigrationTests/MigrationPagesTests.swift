import Foundation
import Testing

/// Every origin has a page, and every step its two columns. `SnippetTests` sees to it that each snippet is compiled.
@Suite struct MigrationPagesTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

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

  @Test func `There is a page for each origin and one for the order of steps`() {
    #expect(
      Self.pages.map { $0.deletingPathExtension().lastPathComponent } == [
        "Migrating", "MigratingFromAModularAnalyticsLayer", "MigratingFromASingleEventTracker",
        "MigratingFromAVendorSDK", "MigratingFromTentacles", "MigratingFromTrackable",
        "MigratingFromTrackerAggregator",
      ])
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
}
