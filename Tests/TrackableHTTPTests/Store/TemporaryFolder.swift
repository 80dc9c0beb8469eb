import Foundation

/// A folder of the real disk, which goes with this object.
final class TemporaryFolder: Sendable {
  let path = NSTemporaryDirectory() + "trackable-store-" + UUID().uuidString + "/a/store"

  deinit {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent()
    try? FileManager.default.removeItem(at: folder)
  }
}
