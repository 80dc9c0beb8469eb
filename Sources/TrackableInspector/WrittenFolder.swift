import Trackable
public import TrackableTesting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RecordingTracker {
  /// Creates a recorder, for a UI test, of what an app in another process tracks. The app writes its calls to a folder
  /// with an ``Inspector``.
  ///
  /// ```swift
  /// let recorder = RecordingTracker(reading: folder)
  /// app.buttons["Imagine"].tap()
  /// app.buttons["Like"].tap()
  /// try await recorder.next(
  ///   .event(Events.User.didRateAlbum), within: .seconds(10))
  /// ```
  ///
  /// The recorder has all calls in the folder, and gets each new call of the app within some 300 ms. It also has the
  /// issues that the inspector records. Write expectations as in a test inside the app. A difference names the sources
  /// of values and the locations in the app's code.
  ///
  /// The mistake to avoid: a `difference` without a wait. Wait with `next` for the last call, and compare then. Give
  /// each test a new folder: the recorder also has the calls of earlier launches. If the folder is deleted and made
  /// again, the recorder continues with the new folder.
  ///
  /// The folder has no sensitive values, so the expectation of a sensitive property only checks that its key is there.
  /// Errors are compared by their types and texts.
  ///
  /// Isolation: any thread. Cost: a look at the folder 20 times in a second, as long as the recorder is in use. Errors:
  /// if this version cannot read a file, or if calls of a launch are missing before later calls, the recorder records a
  /// reported error, which no test expects. For missing calls, it also reports an issue (`inspectorFileMissing`).
  ///
  /// - Parameter folder: The folder of an inspector. The folder need not exist yet.
  public init(reading folder: URL) {
    self.init(name: folder.lastPathComponent)
    Task.detached { [weak recording] in
      var written = WrittenFolder(url: folder)
      while let recording {
        for entry in ((try? written.read()) ?? []).flatMap({ written.entries(of: $0) }) {
          switch entry {
          case .delivery(let call): recording.add(call)
          case .issue(let issue): recording.add(issue)
          }
        }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }
}

extension TrackingReport {
  /// Creates a report of everything in the folder of an inspector. The report is one file, which a failed UI test can
  /// attach.
  ///
  /// ```swift
  /// // Xcode keeps it if the test has failed.
  /// let report = try TrackingReport(reading: folder)
  /// add(
  ///   XCTAttachment(
  ///     data: Data(report.html.utf8), uniformTypeIdentifier: "public.html"))
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The folder, which may belong to an app that still runs, or has been killed.
  ///   - title: The title of the page.
  /// - Throws: The error of the file system, for example if the folder does not exist.
  public init(reading folder: URL, title: String = "Tracking report") throws {
    var written = WrittenFolder(url: folder)
    let chapters = try written.read().map { file in
      file.json
        ?? ReportData.json(of: written.entries(of: file).map { InspectedEntry($0) }, title: title, dropped: 0, plan: [])
    }
    self.init { ReportData.json(title: title, chapters: chapters) }
  }
}

/// Reads the files of a folder in the order of their numbers, each once.
struct WrittenFolder {
  let url: URL
  private var identity = ""
  private var last = 0
  /// The number of entries of each launch that were read.
  private var ends: [String: Int] = [:]

  init(url: URL) { self.url = url }

  /// The files that are new since the last call. Throws an error if the folder does not exist.
  mutating func read() throws -> [WrittenFile] {
    let current = try InspectedFolder.identity(at: url)
    // Another folder at the same path is read from its beginning.
    if current != identity { (identity, last) = (current, 0) }
    let latest = try InspectedFolder.numbers(at: url).max() ?? 0
    // Apps write the numbers one after the other. So a list that is made now has all files before the latest file.
    let new = latest == last ? [] : try InspectedFolder.numbers(at: url).filter { $0 > last && $0 <= latest }.sorted()
    let files = new.compactMap { try? WrittenFile(Data(contentsOf: url.appending(path: "\($0).js"))) }
    // If the folder was replaced meanwhile, the files may belong to the new folder.
    if let next = try? InspectedFolder.identity(at: url), next != identity { return try read() }
    last = latest
    return files
  }

  /// The entries of a file. If calls are missing or cannot be read, a reported error, which no test expects, replaces
  /// them.
  mutating func entries(of file: WrittenFile) -> [Recording.Entry] {
    do {
      let chapter = try JSONDecoder().decode(WrittenChapter.self, from: Data((file.json ?? "").utf8))
      let (start, length) = (chapter.after, chapter.entries.count + (chapter.later?.count ?? 0))
      let end = ends[chapter.launch] ?? (chapter.first == true ? start : 0)
      ends[chapter.launch] = max(end, start + length)
      // This file was already read.
      if start < end { return [] }
      return (start == end ? [] : missing(start - end)) + chapter.entries.compactMap(chapter.entry)
    } catch {
      return [
        .delivery(.report(WrittenError("a file of the inspector that this version cannot read: \(error)"), .unknown))
      ]
    }
  }

  private func missing(_ count: Int) -> [Recording.Entry] {
    let message = "The folder \(url.path) of an inspector lacks \(count) calls or changes of one launch."
    let issue = TrackableIssue(
      kind: .inspectorFileMissing, message: message,
      remedy: "delete only the whole folder, and not while a test reads it.", location: .unknown, subject: url.path)
    return [.issue(issue), .delivery(.report(WrittenError(message), .unknown))]
  }
}
