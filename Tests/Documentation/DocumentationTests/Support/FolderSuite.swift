import Foundation

/// A suite in which each test has a folder of its own, which is gone after the test.
class FolderSuite {
  let folder = URL.temporaryDirectory.appending(path: "DocumentationTests-\(UUID())")

  init() { try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }
}
