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
  /// each test a new folder: the recorder also has the calls of earlier launches.
  ///
  /// The folder has no sensitive values: an expectation of one only holds that its key is there. An error is compared
  /// by its type and its text.
  ///
  /// Isolation: any. Cost: a look at the folder, 20 times in a second, as long as the recorder is in use. Errors: a
  /// file that this version cannot read, or that is missing although a later one is there, is recorded as a reported
  /// error, which no test expects. A missing one is an issue (`inspectorFileMissing`) as well.
  ///
  /// - Parameter folder: The folder of an inspector. It need not be there yet.
  public init(reading folder: URL) {
    self.init(name: folder.lastPathComponent)
    Task.detached { [weak recording] in
      var written = WrittenFolder(url: folder)
      while let recording {
        for entry in ((try? written.read()) ?? []).flatMap(\.entries) {
          switch entry {
          case .delivery(let call): recording.add(call)
          case .issue(let issue): recording.add(issue)
          case .account: break
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
      file.json ?? ReportData.json(of: file.entries, title: title, dropped: 0, plan: [])
    }
    self.init { ReportData.json(title: title, chapters: chapters) }
  }
}

/// Reads the files of a folder in the order of their numbers, each once.
struct WrittenFolder {
  /// A file, or what stands in place of files that are missing.
  enum Piece {
    case file(Data)
    case missing(TrackableIssue)
  }

  let url: URL
  private var last = 0

  init(url: URL) { self.url = url }

  /// The files that are new since the last call. Throws if the folder is not there.
  mutating func read() throws -> [Piece] {
    // A folder that was deleted begins anew.
    if !FileManager.default.fileExists(atPath: url.path) { last = 0 }
    let latest = try numbers().max() ?? 0
    if latest < last { last = 0 }
    if latest == last { return [] }
    var pieces: [Piece] = []
    // Apps write the numbers one after the other. So a list that is made now has all files below the latest one.
    for number in try numbers().sorted() where number > last && number <= latest {
      guard let file = try? Data(contentsOf: url.appending(path: "\(number).js")) else { continue }
      if number > last + 1 { pieces.append(missing(last + 1, number - 1)) }
      pieces.append(.file(file))
      last = number
    }
    return pieces
  }

  private func numbers() throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: url.path)
      .compactMap { $0.hasSuffix(".js") ? Int($0.dropLast(3)) : nil }
  }

  private func missing(_ first: Int, _ last: Int) -> Piece {
    let files = first == last ? "\(first).js" : "\(first).js to \(last).js"
    let message = "The folder \(url.path) of an inspector lacks \(files), and the calls in it are not known."
    return .missing(
      TrackableIssue(
        kind: .inspectorFileMissing, message: message,
        remedy: "delete only the whole folder, and not while a test reads it.", location: .unknown, subject: url.path))
  }
}
