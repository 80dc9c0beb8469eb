#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

public import Trackable

/// A value for the next launch, as lines of words.
protocol Remembered: Sendable, Equatable {
  init()
  var lines: [[String]] { get }
  /// Adds the lines of an earlier launch. Where this launch says something else, that counts.
  mutating func add(earlier lines: [[String]])
}

/// Content that a file remembers. The file is read and written as a whole, so a process that is killed leaves the old lines
/// or the new ones.
final class RememberedFile<Content: Remembered>: Sendable {
  private struct State: Sendable {
    /// Everything; before the file was read, only what this launch has said.
    var content = Content()
    var isRead = false
    var hasReported = false
  }

  /// `nil` for content that ends with the process.
  private let url: URL?
  private let options: Data.WritingOptions
  /// Whose file it is, for an issue.
  private let memory: String
  private let location: CodeLocation
  private let state = Lock(State())

  init(_ url: URL?, _ access: MemoryAccess, of memory: String, at location: CodeLocation) {
    self.url = url
    self.memory = memory
    self.location = location
    #if canImport(Darwin)
      options = access == .always ? .noFileProtection : .completeFileProtectionUntilFirstUserAuthentication
    #else
      options = []
    #endif
  }

  /// The content, as far as the file has been read.
  var known: Content { state.withLock { $0.content } }

  /// The content, read from the file if that was not possible before.
  var content: Content { change { $0 } }

  /// Changes the content, and replaces the file if that makes a difference.
  ///
  /// - Parameter mustBeRemembered: Whether the file is removed if it cannot be replaced, because it says the opposite.
  func change<Result: Sendable>(mustBeRemembered: Bool = false, _ body: (inout Content) -> Result) -> Result {
    let (result, issue) = changing(mustBeRemembered: mustBeRemembered, body)
    if let issue { IssueReporter.current.report(issue) }
    return result
  }

  /// The same, with an issue that the caller reports after it has released its own lock.
  func changing<Result: Sendable>(
    mustBeRemembered: Bool, _ body: (inout Content) -> Result
  ) -> (Result, TrackableIssue?) {
    state.withLock { state in
      guard let url else { return (body(&state.content), nil) }
      let problem = read(url, &state)
      let before = state.content
      let result = body(&state.content)
      // A file that cannot be read is not replaced: it has the word of an earlier launch.
      var failure = state.isRead ? nil : problem
      if state.isRead, state.content != before, state.content.lines != before.lines {
        do { try write(state.content, to: url) } catch { failure = error }
      }
      if failure != nil, mustBeRemembered { try? FileManager.default.removeItem(at: url) }
      return (result, firstIssue(about: failure ?? problem, url, &state))
    }
  }

  private func read(_ url: URL, _ state: inout State) -> (any Error)? {
    if state.isRead { return nil }
    do {
      var earlier = Content()
      if let lines = try lines(of: url) {
        earlier.add(earlier: lines)
        state.content.add(earlier: lines)
      }
      // The file does not have the word of this launch yet.
      if state.content.lines != earlier.lines { try write(state.content, to: url) }
      state.isRead = true
      return nil
    } catch {
      // None of ours, or damaged: it is replaced.
      if error is DecodingError { state.isRead = true }
      return error
    }
  }

  /// `nil` if there is no file yet.
  private func lines(of url: URL) throws -> [[String]]? {
    do {
      return try JSONDecoder().decode([[String]].self, from: Data(contentsOf: url))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }

  /// Replaces the file. Its folder is made if it is missing.
  private func write(_ content: Content, to url: URL) throws {
    let data = try JSONEncoder().encode(content.lines)
    do { try replace(url, with: data) } catch {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try replace(url, with: data)
    }
  }

  /// Only their owner can read the file and its draft, which has no content before that holds. The draft has one name, so
  /// that a process that is killed leaves one, and the next change takes it.
  private func replace(_ url: URL, with data: Data) throws {
    let (files, draft) = (FileManager.default, url.appendingPathExtension("new"))
    try? files.removeItem(at: draft)
    _ = files.createFile(atPath: draft.path, contents: nil, attributes: [.posixPermissions: 0o600])
    do {
      try data.write(to: draft, options: options)
      if rename(draft.path, url.path) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    } catch {
      try? files.removeItem(at: draft)
      throw error
    }
  }

  /// Without the problem's own description, which may have the whole path.
  private func firstIssue(about problem: (any Error)?, _ url: URL, _ state: inout State) -> TrackableIssue? {
    guard let problem, !state.hasReported else { return nil }
    state.hasReported = true
    let (parts, name) = (TrackedProperties.parts(of: problem), url.lastPathComponent)
    return TrackableIssue(
      kind: .memoryUnusable,
      message:
        "\(memory) cannot read or write \(name): \(parts.domain) \(parts.code). The next launch does not know what "
        + "it remembers.",
      remedy: "give it a file that this process may read and write now.", location: location, subject: name)
  }
}

extension TrackableIssue.Kind {
  /// A memory cannot read or write its file. Reported once for each.
  public static let memoryUnusable = Self("memoryUnusable")
}
