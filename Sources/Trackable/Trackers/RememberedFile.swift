#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A small value that is remembered from one launch to the next: one file, read and written as a whole. A process that is
/// killed leaves the old value or the new one.
package struct RememberedFile<Content: Codable & Sendable>: Sendable {
  private let url: URL

  package init(_ url: URL) { self.url = url }

  /// What is in the file; `nil` if there is none yet.
  ///
  /// Throws where there is a file that cannot be read now, such as before the device is unlocked for the first time, or whose
  /// content is none of this kind.
  package func read() throws -> Content? {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
    return try JSONDecoder().decode(Content.self, from: data)
  }

  /// Replaces the file. Its folder is made if it is missing.
  package func write(_ content: Content) throws {
    let data = try JSONEncoder().encode(content)
    do {
      try data.write(to: url, options: .atomic)
    } catch {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    }
  }
}
