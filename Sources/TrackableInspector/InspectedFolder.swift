import Trackable
import TrackablePlan
import TrackableTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder of an inspector: a page, and numbered files that it loads. A file never changes once it is there, so that
/// a browser reads each once. `now.js` has the number of the last one, and tells the folder from another one that had
/// the same path.
struct InspectedFolder {
  private let url: URL
  private let title: String
  private let plan: TrackingPlan
  /// Tells the launches of the folder apart: the start, an ID, and the process, as the page shows them. The first files are written a
  /// moment later than this.
  private let launch = "\(Date().timeIntervalSince1970) \(UUID()) \(ProcessInfo.processInfo.processName)"
  /// The folder that the last file was written to; `nil` before that.
  private var identity: String?
  /// The number of the last file.
  private var last = 0
  /// How much this launch has written, into any folder: a reader notices a gap.
  private var count = 0
  private var cannotWrite = false
  /// The issues that say so, until the folder has them.
  private var waiting: [InspectedEntry] = []

  init(_ url: URL, title: String, plan: TrackingPlan) {
    (self.url, self.title, self.plan) = (url, title, plan)
  }

  /// Which of the folders that were made at a path is there now.
  static func identity(at url: URL) throws -> String {
    let text = try String(contentsOf: url.appending(path: "now.js"), encoding: .utf8)
    return text.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
  }

  /// The numbers of the files that are there.
  static func numbers(at url: URL) throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: url.path)
      .compactMap { $0.hasSuffix(".js") ? Int($0.dropLast(3)) : nil }
  }

  /// Writes a batch. Returns an issue if that fails for the first time.
  mutating func write(_ given: InspectedBatch) -> TrackableIssue? {
    var batch = given
    // These come last, so that a later entry never gets the number of a call that was lost.
    waiting += batch.entries.filter(\.saysThatFolderCannotBeWritten)
    batch.entries.removeAll(where: \.saysThatFolderCannotBeWritten)
    defer { count += batch.entries.count + batch.later.count }
    batch.entries += waiting
    if batch.entries.isEmpty, batch.later.isEmpty, identity != nil { return nil }
    do {
      // A folder that has just gone is made again.
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
    let isFirst = identity == nil || (try? Self.identity(at: url)) != identity || !hasPage
    let identity = isFirst ? try begin() : self.identity ?? ""
    let json = ReportData.json(of: batch, launch: launch, plan: plan, isFirst: isFirst, after: count)
    // Another process may write the same folder.
    repeat { last += 1 } while try !place("chapter(\(json));\n", at: "\(last).js")
    // The other process may have written later files, and then their number into `now.js`, before this process writes
    // its lower number. So this process looks for later files after each write: the process that writes the number last
    // always writes the highest.
    var highest = last
    repeat {
      last = highest
      try Data("latest(\(last), \"\(identity)\");\n".utf8).write(to: file("now.js"), options: .atomic)
      highest = try Self.numbers(at: url).max() ?? last
    } while highest > last
    self.identity = identity
  }

  private var hasPage: Bool { FileManager.default.fileExists(atPath: file("index.html").path) }

  /// Makes the folder. Whatever an earlier launch wrote there stays. Returns its identity, which the first launch gives it.
  private mutating func begin() throws -> String {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    // Who deleted the page may have deleted files as well, also those with the highest numbers: this is another folder.
    if !hasPage { try? FileManager.default.removeItem(at: file("now.js")) }
    try Data(ReportPage.html(json: ReportData.json(title: title, isLive: true), isLive: true).utf8)
      .write(to: file("index.html"), options: .atomic)
    _ = try place("latest(0, \"\(UUID())\");\n", at: "now.js")
    last = try Self.numbers(at: url).max() ?? 0
    return try Self.identity(at: url)
  }

  /// Makes a file, which appears whole. Returns `false` if there is one of that name.
  private func place(_ text: String, at name: String) throws -> Bool {
    let draft = file("draft-\(ProcessInfo.processInfo.processIdentifier)")
    try Data(text.utf8).write(to: draft)
    do {
      try FileManager.default.moveItem(at: draft, to: file(name))
      return true
    } catch {
      guard FileManager.default.fileExists(atPath: file(name).path) else { throw error }
      try FileManager.default.removeItem(at: draft)
      return false
    }
  }

  private func file(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }
}

/// What the page shows of one moment.
enum InspectedEntry {
  case call(TrackerCall, Trace?)
  case issue(TrackableIssue)
  /// An `account` of a tracker that delivers later, or a `gate` that has turned: its kind, name, text and time.
  case state(String, String, String, Date?)

  init(_ entry: Recording.Entry) {
    switch entry {
    // A recorder behind an inspector has events that were followed.
    case .delivery(let call): self = .call(call, call.event?.trace as? Trace)
    case .issue(let issue): self = .issue(issue)
    }
  }

  fileprivate var saysThatFolderCannotBeWritten: Bool {
    guard case .issue(let issue) = self else { return false }
    return issue.kind == .inspectorCannotWrite
  }
}

/// What is written together.
struct InspectedBatch {
  var entries: [InspectedEntry] = []
  /// Calls of earlier batches that have come further, or were dropped.
  var later: [Trace] = []
}
