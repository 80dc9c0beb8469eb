import Foundation
import Testing

/// The guides exist. `SnippetTests` finds each of their snippets in a file that CI compiles.
@Suite struct MigrationPagesTests {
  @Test(arguments: [
    "Trackable/Trackable.docc/MigratingFromAVendorSDK.md", "TrackableMigration/TrackableMigration.docc/Migrating.md",
  ])
  func `There is a page for vendors' SDKs, and one for the earlier designs`(page: String) {
    let sources = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "../../../Sources")
    #expect(FileManager.default.fileExists(atPath: sources.appending(path: page).path))
  }
}
