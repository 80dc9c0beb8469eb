import Foundation
import Testing

/// The guides exist. `SnippetTests` finds each of their snippets in a file that CI compiles.
@Suite struct MigrationPagesTests {
  @Test func `There is a page for vendors' SDKs, and one for the earlier designs`() throws {
    let catalogue = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "../../../Sources/Trackable/Trackable.docc")
    let names = try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
    #expect(
      names.filter { $0.hasPrefix("Migrating") }.sorted() == [
        "MigratingFromAVendorSDK.md", "MigratingFromEarlierDesigns.md",
      ])
  }
}
