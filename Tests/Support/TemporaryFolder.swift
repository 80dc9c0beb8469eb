import Foundation

/// A folder of the real disk, which goes with this object.
///
/// Files that a test writes there later go with the process: all lie in one folder, which is removed at its end.
package final class TemporaryFolder: Sendable {
  private let root: String
  /// Where a test works: the folder, or a path in it. The folder does not exist before the test makes it.
  package let path: String

  /// - Parameter inside: A path in the folder, which begins with a slash.
  package init(_ inside: String = "") {
    root = folderOfProcess + UUID().uuidString
    path = root + inside
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }
}

private let folderOfProcess: String = {
  atexit { try? FileManager.default.removeItem(atPath: pathOfProcess) }
  return pathOfProcess
}()

private let pathOfProcess =
  NSTemporaryDirectory() + "trackable-tests-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)/"
