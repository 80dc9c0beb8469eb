#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

import Trackable

/// Lines of words that are remembered from one launch to the next: one file, read and written as a whole. A process that is
/// killed leaves the old lines or the new ones.
struct RememberedFile: Sendable {
  private let url: URL
  private let options: Data.WritingOptions

  /// - Parameter isAlwaysReadable: Whether the file can be read before the device is unlocked for the first time.
  init(_ url: URL, isAlwaysReadable: Bool = false) {
    self.url = url
    #if canImport(Darwin)
      options =
        [.atomic, isAlwaysReadable ? .noFileProtection : .completeFileProtectionUntilFirstUserAuthentication]
    #else
      options = .atomic
    #endif
  }

  /// What is in the file; `nil` if there is none yet.
  ///
  /// Throws where there is a file that cannot be read now, such as before the device is unlocked for the first time, or whose
  /// content is none of this kind.
  func read() throws -> [[String]]? {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
    return try JSONDecoder().decode([[String]].self, from: data)
  }

  /// Replaces the file. Its folder is made if it is missing.
  func write(_ lines: [[String]]) throws {
    let data = try JSONEncoder().encode(lines)
    do {
      try data.write(to: url, options: options)
    } catch {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: options)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}

extension TrackableIssue.Kind {
  /// A file in which something is remembered for the next launch cannot be read or written. Reported once for each.
  public static let memoryUnusable = Self("memoryUnusable")
}

extension TrackableIssue {
  /// - Parameter problem: Its description is not told, because it may have the whole path.
  static func memoryUnusable(
    _ what: String, _ problem: any Error, _ consequence: String, remedy: String, at location: CodeLocation,
    subject: String
  ) -> Self {
    let parts = TrackedProperties.parts(of: problem)
    return TrackableIssue(
      kind: .memoryUnusable, message: "\(what): \(parts.domain) \(parts.code). \(consequence)", remedy: remedy,
      location: location, subject: subject)
  }
}
