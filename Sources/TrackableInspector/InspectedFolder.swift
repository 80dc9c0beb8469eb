import Trackable
import TrackablePlan
import TrackableTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder of an inspector: a page, and numbered files that the page loads. A numbered file never changes, so that a
/// browser reads each file once. `now.js` has the number of the last file, and an ID that distinguishes the folder from
/// an earlier folder at the same path.
struct InspectedFolder {
  private let url: URL
  private let title: String
  private let plan: TrackingPlan
  /// Identifies this launch in the folder: the start, an ID, and the name of the process, as the page shows them. The
  /// process writes its first file a moment after the start.
  private let launch = "\(Date().timeIntervalSince1970) \(UUID()) \(ProcessInfo.processInfo.processName)"
  /// The identity of the folder to which the last file was written; `nil` before the first file.
  private var identity: String?
  /// The number of the last file.
  private var last = 0
  /// The number of entries that this launch has written, into any folder. By this number, a reader notices that entries
  /// are missing.
  private var count = 0
  /// Whether this launch has written a file, into any folder.
  private var hasWritten = false
  private var cannotWrite = false
  /// The issues about a folder that cannot be written, until they are written to the folder.
  private var waiting: [InspectedEntry] = []

  init(_ url: URL, title: String, plan: TrackingPlan) {
    (self.url, self.title, self.plan) = (url, title, plan)
  }

  /// The ID of the folder that is at a path now.
  static func identity(at url: URL) throws -> String { try now(at: url).identity }

  /// The ID of the folder that is at a path now, and the number of its last file.
  private static func now(at url: URL) throws -> (identity: String, last: Int?) {
    let text = try String(contentsOf: url.appending(path: "now.js"), encoding: .utf8)
    let identity = text.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
    return (identity, Int(text.drop { !$0.isNumber }.prefix(while: \.isNumber)))
  }

  /// The numbers of the files in the folder.
  static func numbers(at url: URL) throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: url.path)
      .compactMap { $0.hasSuffix(".js") ? Int($0.dropLast(3)) : nil }
  }

  /// Writes a batch. Returns an issue if that fails for the first time.
  mutating func write(_ given: InspectedBatch) -> TrackableIssue? {
    var batch = given
    // These issues come last in the batch, so that a later entry never gets the number of a call that was lost.
    waiting += batch.entries.filter(\.saysThatFolderCannotBeWritten)
    batch.entries.removeAll(where: \.saysThatFolderCannotBeWritten)
    defer { count += batch.entries.count + batch.later.count }
    batch.entries += waiting
    if batch.entries.isEmpty, batch.later.isEmpty, identity != nil { return nil }
    do {
      // If the folder was deleted, it is made again.
      do { try add(batch) } catch {
        identity = nil
        try add(batch)
      }
      cannotWrite = false
      waiting = []
      return nil
    } catch {
      identity = nil
      batch.entries.removeLast(waiting.count)
      defer { cannotWrite = true }
      return cannotWrite
        ? nil
        : TrackableIssue(
          kind: .inspectorCannotWrite, message: "The inspector cannot write its folder \(url.path): \(error).",
          remedy: "give it a folder that can be made and written.", location: .unknown, subject: url.path)
    }
  }

  private mutating func add(_ batch: InspectedBatch) throws {
    let now = try? Self.now(at: url)
    let isFirst = identity == nil || now?.identity != identity || !hasPage
    let identity = isFirst ? try begin() : self.identity ?? ""
    let json = ReportData.json(
      of: batch, launch: launch, plan: plan, isFirst: isFirst, isComplete: hasWritten || count == 0, after: count)
    // Another process may write the same folder. The next number is known if that process has not.
    let next: Int? = isFirst || now?.last == last ? last + 1 : nil
    repeat { last += 1 } while try !place("chapter(\(json));\n", at: "\(last).js")
    // The other process may have written later files, and then their number into `now.js`, before this process writes
    // its lower number. So this process looks for later files after each write. As a result, the process that writes
    // last always writes the highest number.
    var highest = last
    repeat {
      last = highest
      try Data("latest(\(last), \"\(identity)\");\n".utf8).write(to: file("now.js"), options: .atomic)
      // If this file follows the one that `now.js` named, a file of another process that came after it has the next
      // number. The list of a folder takes longer with each file.
      highest = last == next && !isThere("\(last + 1).js") ? last : try Self.numbers(at: url).max() ?? last
    } while highest > last
    self.identity = identity
    hasWritten = true
  }

  private var hasPage: Bool { isThere("index.html") }

  /// Makes the folder if it is missing. What an earlier launch has written there stays. Returns the ID of the folder,
  /// which the first launch has made.
  private mutating func begin() throws -> String {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    // Whoever has deleted the page may also have deleted other files, including those with the highest numbers. So a
    // folder without a page counts as a new folder.
    if !hasPage { try? FileManager.default.removeItem(at: file("now.js")) }
    try Data(ReportPage.html(json: ReportData.json(title: title, isLive: true), isLive: true).utf8)
      .write(to: file("index.html"), options: .atomic)
    _ = try place("latest(0, \"\(UUID())\");\n", at: "now.js")
    last = try Self.numbers(at: url).max() ?? 0
    return try Self.identity(at: url)
  }

  /// Makes a file, which other processes see only when it is complete. Returns `false` if there is a file of that name.
  private func place(_ text: String, at name: String) throws -> Bool {
    let draft = file("draft-\(ProcessInfo.processInfo.processIdentifier)")
    // A draft that stayed after the steps below is the same file as a numbered one. An atomic write makes a new file in
    // place of such a draft.
    try Data(text.utf8).write(to: draft, options: .atomic)
    var isPlaced = false
    do {
      // A link fails if there is a file of that name. A move looks for such a file first, and would replace a file
      // that another process makes after that.
      try FileManager.default.linkItem(at: draft, to: file(name))
      isPlaced = true
    } catch {
      if !isThere(name), try move(draft, to: name) { return true }
    }
    try? FileManager.default.removeItem(at: draft)
    return isPlaced
  }

  /// Moves a draft, in a file system without links.
  private func move(_ draft: URL, to name: String) throws -> Bool {
    do {
      try FileManager.default.moveItem(at: draft, to: file(name))
      return true
    } catch {
      guard isThere(name) else { throw error }
      return false
    }
  }

  private func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name).path) }

  private func file(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }
}

/// An entry on the page: a call, an issue, the account of a tracker, or the change of a gate.
enum InspectedEntry {
  case call(TrackerCall, Trace?)
  case issue(TrackableIssue)
  /// An `account` of a tracker that delivers later, or a `gate` that has turned: its kind, name, text and time.
  case state(kind: String, name: String, text: String, time: Date?)

  init(_ entry: Recording.Entry) {
    switch entry {
    // If the recorder is behind an inspector, its events have a trace.
    case .delivery(let call): self = .call(call, call.event?.trace as? Trace)
    case .issue(let issue): self = .issue(issue)
    }
  }

  fileprivate var saysThatFolderCannotBeWritten: Bool {
    guard case .issue(let issue) = self else { return false }
    return issue.kind == .inspectorCannotWrite
  }
}

/// The entries that the inspector writes to one file.
struct InspectedBatch {
  var entries: [InspectedEntry] = []
  /// The calls of earlier batches that have reached a further step since then, or were dropped.
  var later: [Trace] = []
}
