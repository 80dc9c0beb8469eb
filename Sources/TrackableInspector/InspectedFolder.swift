import Trackable
import TrackablePlan
import TrackableTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder of an inspector: a page, and numbered files that it loads. A file never changes once it is there, so that a browser
/// reads each once. `now.js` has the number of the last one.
struct InspectedFolder {
  private let url: URL
  private let title: String
  /// The start of the launch, also for a folder that was made again: times count from it.
  private let made = Date()
  private let plan: TrackingPlan
  /// The number of the last file; `nil` until this launch has found out.
  private var last: Int?
  /// Tells the launches of the folder apart: the start, an ID, and the process, as the page shows them. A folder that could not be
  /// written begins anew.
  private var launch = ""
  private var entries = 0
  private var cannotWrite = false

  init(_ url: URL, title: String, plan: TrackingPlan) {
    (self.url, self.title, self.plan) = (url, title, plan)
  }

  /// Writes a batch. Returns an issue if that fails for the first time.
  mutating func write(_ batch: InspectedBatch) -> TrackableIssue? {
    if batch.entries.isEmpty, batch.later.isEmpty, last != nil { return nil }
    do {
      // A folder that has just gone is made again.
      do { try write(batch, at: begin()) } catch {
        last = nil
        try write(batch, at: begin())
      }
      cannotWrite = false
      return nil
    } catch {
      last = nil
      defer { cannotWrite = true }
      return cannotWrite
        ? nil
        : TrackableIssue(
          kind: .inspectorCannotWrite, message: "The inspector cannot write its folder \(url.path): \(error).",
          remedy: "give it a folder that can be made and written.", location: .unknown, subject: url.path)
    }
  }

  /// The number of the next file. Whatever an earlier launch wrote stays.
  private mutating func begin() throws -> Int {
    if let last, FileManager.default.fileExists(atPath: file("now.js").path) { return last + 1 }
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data(ReportPage.html(json: ReportData.json(title: title, isLive: true), isLive: true).utf8)
      .write(to: file("index.html"), options: .atomic)
    launch = "\(made.timeIntervalSince1970) \(UUID()) \(ProcessInfo.processInfo.processName)"
    entries = 0
    let last =
      try FileManager.default.contentsOfDirectory(atPath: url.path)
      .compactMap { $0.hasSuffix(".js") ? Int($0.dropLast(3)) : nil }.max() ?? 0
    self.last = last
    return last + 1
  }

  private mutating func write(_ batch: InspectedBatch, at number: Int) throws {
    let json = ReportData.json(of: batch, launch: launch, plan: plan, withNotes: entries == 0, after: entries)
    entries += batch.entries.count
    var number = number
    // Another process may write the same folder. A file is never replaced: it appears whole, under a number of its own.
    let draft = file("draft-\(ProcessInfo.processInfo.processIdentifier)")
    try Data("chapter(\(json));\n".utf8).write(to: draft)
    while (try? FileManager.default.moveItem(at: draft, to: file("\(number).js"))) == nil {
      guard FileManager.default.fileExists(atPath: file("\(number).js").path) else {
        try FileManager.default.moveItem(at: draft, to: file("\(number).js"))
        break
      }
      number += 1
    }
    // Another process may have written later files, and their number before this: the last one to write it writes the highest.
    repeat {
      try Data("latest(\(number));\n".utf8).write(to: file("now.js"), options: .atomic)
      number += 1
    } while FileManager.default.fileExists(atPath: file("\(number).js").path)
    last = number - 1
  }

  private func file(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }
}

/// What is written together.
struct InspectedBatch {
  var entries: [Recording.Entry] = []
  /// Events of earlier batches that have come further.
  var later: [Trace] = []
}
