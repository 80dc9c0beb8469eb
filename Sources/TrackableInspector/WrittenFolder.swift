import Trackable
public import TrackableTesting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RecordingTracker {
  /// A recorder of what an app in another process tracks: for a UI test. The app writes it to a folder by an
  /// ``Inspector``.
  ///
  /// ```swift
  /// let recorder = RecordingTracker(reading: folder)
  /// app.buttons["Imagine"].tap()
  /// app.buttons["Like"].tap()
  /// try await recorder.next(
  ///   .event(Events.User.didRateAlbum), within: .seconds(10))
  /// ```
  ///
  /// It has everything in the folder, and whatever the app adds, in some 300 ms. It also has the issues that the
  /// inspector records. Expectations are those of a test in the app; a difference names the sources of values and the
  /// places in the code of the app.
  ///
  /// The mistake to avoid: a `difference` without a wait. Wait with `next` for the last call, and compare then. Give
  /// each test a new folder: the recorder also has the calls of earlier launches. If the folder is deleted and made
  /// again, the recorder continues with the new one.
  ///
  /// The folder has no sensitive values: an expectation of one only holds that its key is there. An error is compared
  /// by its type and its text.
  ///
  /// Isolation: any thread. Cost: a look at the folder, 20 times in a second, as long as the recorder is in use. Errors: a
  /// file that this version cannot read is recorded as a reported error, which no test expects, and so are calls of a
  /// launch that are missing before later ones. Those are an issue (`inspectorFileMissing`) as well.
  ///
  /// - Parameter folder: The folder of an inspector. It need not be there yet.
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
  /// A report of everything in the folder of an inspector: one file, for the attachments of a UI test that failed.
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
  ///   - title: What the page is called.
  /// - Throws: What the file system says, for example that the folder does not exist.
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
  /// How much of each launch was read.
  private var ends: [String: Int] = [:]

  init(url: URL) { self.url = url }

  /// The files that are new since the last call. Throws if the folder is not there.
  mutating func read() throws -> [WrittenFile] {
    let current = try InspectedFolder.identity(at: url)
    // Another folder at the same path is read from its beginning.
    if current != identity { (identity, last) = (current, 0) }
    let latest = try InspectedFolder.numbers(at: url).max() ?? 0
    // Apps write the numbers one after the other. So a list that is made now has all files below the latest one.
    let new = latest == last ? [] : try InspectedFolder.numbers(at: url).filter { $0 > last && $0 <= latest }.sorted()
    let files = new.compactMap { try? WrittenFile(Data(contentsOf: url.appending(path: "\($0).js"))) }
    // If the folder was replaced meanwhile, the files may be those of the next one.
    if let next = try? InspectedFolder.identity(at: url), next != identity { return try read() }
    last = latest
    return files
  }

  /// What a file says. A reported error, which no test expects, stands in place of calls that are missing or cannot be read.
  mutating func entries(of file: WrittenFile) -> [Recording.Entry] {
    do {
      let chapter = try JSONDecoder().decode(WrittenChapter.self, from: Data((file.json ?? "").utf8))
      let (start, length) = (chapter.after, chapter.entries.count + (chapter.later?.count ?? 0))
      let end = ends[chapter.launch] ?? (chapter.first == true ? start : 0)
      ends[chapter.launch] = max(end, start + length)
      // A file that is read again.
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
