#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

public import Trackable

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A value that a file keeps for the next launch, as lines of strings.
protocol Remembered: Sendable, Equatable {
  init()
  var lines: [[String]] { get }
  /// Adds the lines of an earlier launch. Lines of this launch take precedence.
  mutating func add(earlier lines: [[String]])
  /// Takes over the lines that another process has written since this process wrote or read the file.
  mutating func follow(_ lines: [[String]])
}

extension Remembered {
  mutating func follow(_ lines: [[String]]) {
    self = Self()
    add(earlier: lines)
  }
}

/// A value in a file that this process shares with others, such as an app with its extensions. The file is read and
/// written as a whole, so if the process is killed, the file has either the old lines or the new lines. A change
/// applies to the current lines, and no other process can change them at that moment.
final class RememberedFile<Content: Remembered>: Sendable {
  private struct State: Sendable {
    /// The whole content; until the file was read, only what this launch has changed.
    var content = Content()
    /// The lines of the file; `nil` before the file was read.
    var written: [[String]]?
    /// Whether the file lacks a decision of the user from this launch, which takes precedence over other processes.
    var owesDecision = false
    var reported: Set<FileProblem> = []
  }

  /// The path of the file; `nil` if the content ends with the process.
  private let url: URL?
  private let protection: FileProtectionType
  /// The name by which an issue calls the memory.
  private let memory: String
  private let location: CodeLocation
  private let state = Lock(State())

  init(_ url: URL?, _ access: MemoryAccess, of memory: String, at location: CodeLocation) {
    self.url = url
    self.memory = memory
    self.location = location
    protection = access == .always ? .none : .completeUntilFirstUserAuthentication
  }

  /// Whether another launch can read the content.
  var isKept: Bool { url != nil }

  /// Whether the content includes the lines of the file.
  var wasRead: Bool { url == nil || state.withLock { $0.written != nil } }

  /// Whether the content includes the lines of the file, after one more attempt to read them.
  var canBeRead: Bool {
    if !wasRead { _ = content }
    return wasRead
  }

  /// The content, without reading the file again.
  var known: Content { state.withLock { $0.content } }

  /// The current content of the file.
  var content: Content {
    guard let url else { return known }
    let (content, issue) = state.withLock { state in
      holdingFolder(of: url) { changing(url, mustBeRemembered: false, &state) { $0 } }
    }
    if let issue { IssueReporter.current.report(issue) }
    return content
  }

  /// Changes the content, and replaces the file if the lines differ.
  ///
  /// - Parameter mustBeRemembered: Whether the old file must not stay, because it has an outdated decision of the user.
  ///   If the memory cannot replace the file, it writes into the existing file. If that fails as well, it removes the
  ///   file.
  func change<Result: Sendable>(mustBeRemembered: Bool = false, _ body: (inout Content) -> Result) -> Result {
    let (result, issue) = changing(mustBeRemembered: mustBeRemembered, body)
    if let issue { IssueReporter.current.report(issue) }
    return result
  }

  /// Changes the content as `change` does, and returns the issue. The caller reports the issue after it has released
  /// its own lock.
  func changing<Result: Sendable>(
    mustBeRemembered: Bool, _ body: (inout Content) -> Result
  ) -> (Result, TrackableIssue?) {
    state.withLock { state in
      guard let url else { return (body(&state.content), nil) }
      // Most calls change nothing, so they need no access to the file.
      if state.written != nil, !mustBeRemembered {
        var content = state.content
        let result = body(&content)
        if content == state.content {
          state.content = content
          return (result, nil)
        }
      }
      return holdingFolder(of: url) { changing(url, mustBeRemembered: mustBeRemembered, &state, body) }
    }
  }

  private func changing<Result: Sendable>(
    _ url: URL, mustBeRemembered: Bool, _ state: inout State, _ body: (inout Content) -> Result
  ) -> (Result, TrackableIssue?) {
    let wasRead = state.written != nil
    var problem = read(url, &state)
    let before = state.content
    let result = body(&state.content)
    let lines = state.content.lines
    if let written = state.written {
      if lines != written, !wasRead || state.content != before || mustBeRemembered {
        problem = write(lines, to: url, mustBeRemembered: mustBeRemembered, &state) ?? problem
      }
    } else if mustBeRemembered, let error = problem?.error {
      // The memory cannot read the file, which may have an outdated decision, so the memory removes the file.
      problem = (remove(url), error)
    }
    return (result, problem.flatMap { issue($0.problem, $0.error, url, &state) })
  }

  /// Runs `body` while no other process changes a file of the folder. The folder is released even if the process ends.
  private func holdingFolder<Result>(of url: URL, _ body: () -> Result) -> Result {
    let descriptor = open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    // If there is no folder, there is no file that another process could change. The remaining risk is that another
    // process makes both at this moment.
    if descriptor < 0 { return body() }
    defer { close(descriptor) }
    // If another process is stopped in the middle of a change, this process continues after a while.
    _ = (0..<50).contains { _ in flock(descriptor, LOCK_EX | LOCK_NB) == 0 || usleep(2_000) != 0 }
    return body()
  }

  private typealias Problem = (problem: FileProblem, error: any Error)

  private func read(_ url: URL, _ state: inout State) -> Problem? {
    if let written = state.written {
      guard !state.owesDecision, let lines = try? lines(of: url), lines != written else { return nil }
      state.content.follow(lines)
      state.written = lines
      return nil
    }
    do {
      let lines = try lines(of: url)
      state.content.add(earlier: lines)
      state.written = lines
      return nil
    } catch {
      if error is DecodingError {
        state.written = []
        return (.damaged, error)
      }
      return (.notRead, error)
    }
  }

  /// The lines of the file; an empty list if there is no file yet.
  private func lines(of url: URL) throws -> [[String]] {
    do {
      return try JSONDecoder().decode([[String]].self, from: Data(contentsOf: url))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return []
    }
  }

  private func write(_ lines: [[String]], to url: URL, mustBeRemembered: Bool, _ state: inout State) -> Problem? {
    do {
      let data = try JSONEncoder().encode(lines)
      do { try replace(url, with: data) } catch {
        // If the folder is write-protected, the file itself may be writable. If the process is killed during such a
        // write, an incomplete file is left, which is read as a file without lines.
        if !mustBeRemembered || (try? data.write(to: url)) == nil { throw error }
      }
      (state.written, state.owesDecision) = (lines, false)
      return nil
    } catch {
      if !mustBeRemembered { return (.notWritten, error) }
      state.owesDecision = true
      let problem = remove(url)
      if problem == .removed { state.written = [] }
      return (problem, error)
    }
  }

  private func remove(_ url: URL) -> FileProblem {
    do { try FileManager.default.removeItem(at: url) } catch {
      return (error as? CocoaError)?.code == .fileNoSuchFile ? .removed : .notRemoved
    }
    return .removed
  }

  /// Replaces the file, with access only for its owner, and makes a missing folder.
  private func replace(_ url: URL, with data: Data) throws {
    // The new file always has the same name, so a killed process leaves at most one such file, which the next change
    // overwrites.
    let new = url.appendingPathExtension("new")
    do { try makeEmpty(new) } catch {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try makeEmpty(new)
    }
    try data.write(to: new)
    if rename(new.path, url.path) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  private func makeEmpty(_ file: URL) throws {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    // The mode is set again, because a file that already exists would keep its old mode.
    fchmod(descriptor, 0o600)
    close(descriptor)
    #if canImport(Darwin)
      // A volume without protection classes ignores this setting.
      try? FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: file.path)
    #endif
  }

  /// The issue for a problem. It does not contain the error's own description, which may have the whole path.
  private func issue(
    _ problem: FileProblem, _ error: any Error, _ url: URL, _ state: inout State
  ) -> TrackableIssue? {
    guard state.reported.insert(problem).inserted else { return nil }
    let (parts, name) = (TrackedProperties.parts(of: error), url.lastPathComponent)
    return TrackableIssue(
      kind: .memoryUnusable,
      message: "\(memory) cannot \(problem.verb) \(name): \(parts.domain) \(parts.code). \(problem.consequence)",
      remedy: "give it a file that this process may read and write now.", location: location, subject: name)
  }
}

/// A problem of a memory with its file.
private enum FileProblem: Sendable {
  case notRead, damaged, notWritten, removed, notRemoved

  var verb: String { self == .notRead || self == .damaged ? "read" : "write" }

  /// The consequence for this launch and for the next launch, as a sentence.
  var consequence: String {
    switch self {
    case .notRead: "Until it can, it remembers only this launch."
    case .damaged: "It begins anew."
    case .notWritten: "The next launch reads the file as it is now."
    case .removed: "It has removed the file, so the next launch remembers nothing."
    case .notRemoved: "It cannot remove the file either, so the next launch reads content that should be gone."
    }
  }
}

/// The objects that all memories of one file share, so that no memory overwrites the content of another, and all have
/// the same decisions of the user.
enum SharedByFile {
  private struct Entry: Sendable { weak let object: (any AnyObject & Sendable)? }

  private static let entries = Lock([String: Entry]())

  /// The object of this type for a file. If no memory has such an object, `make` makes it. Without a file, each call
  /// makes a new object.
  ///
  /// - Parameter make: Makes the object. The closure runs under a lock, so it must not run adopters' code.
  static func object<Object: AnyObject & Sendable>(of file: URL?, _ make: () -> Object) -> Object {
    guard let file else { return make() }
    let path = file.standardizedFileURL.resolvingSymlinksInPath().path
    let key = "\(Object.self) \(path)"
    return entries.withLock { entries in
      if let known = entries[key]?.object as? Object { return known }
      entries = entries.filter { $0.value.object != nil }
      let object = make()
      entries[key] = Entry(object: object)
      return object
    }
  }
}

extension TrackableIssue.Kind {
  /// A memory cannot read or write its file. The library reports this once for each kind of problem.
  public static let memoryUnusable = Self("memoryUnusable")
}
