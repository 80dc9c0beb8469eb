public import TrackableTesting

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RecordingTracker {
  /// A recorder of what an app in another process tracks: for a UI test. The app writes it to a folder by an ``Inspector``.
  ///
  /// ```swift
  /// let recorder = RecordingTracker(reading: folder)
  /// app.buttons["Imagine"].tap()
  /// app.buttons["Like"].tap()
  /// try await recorder.next(
  ///   .event(Events.User.didRateAlbum), within: .seconds(10))
  /// ```
  ///
  /// It has everything in the folder, and whatever the app adds, in some 300 ms. It also has the issues that the inspector records.
  /// Expectations are those of a test in the app; a difference names the sources of values and the places in the code of the app.
  ///
  /// The mistake to avoid: a `difference` without a wait. Wait with `next` for the last call, and compare then. Give each test a
  /// new folder: the recorder also has the calls of earlier launches.
  ///
  /// The folder has no sensitive values: an expectation of one only holds that its key is there. An error is compared by its type
  /// and its text.
  ///
  /// Isolation: any. Cost: a look at the folder, 20 times in a second, as long as the recorder is in use. Errors: a file that this
  /// version cannot read is recorded as a reported error, which no test expects.
  ///
  /// - Parameter folder: The folder of an inspector. It need not be there yet.
  public init(reading folder: URL) {
    self.init(name: folder.lastPathComponent)
    Task.detached { [weak recording] in
      var next = 1
      while let recording {
        while let chapter = try? Data(contentsOf: folder.appending(path: "\(next).js")) {
          next += 1
          for entry in WrittenChapter.entries(in: chapter) {
            switch entry {
            case .delivery(let call): recording.add(call)
            case .issue(let issue): recording.add(issue)
            case .account: break
            }
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
    let chapters = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .compactMap { $0.hasSuffix(".js") ? Int($0.dropLast(3)) : nil }.sorted()
      .compactMap { WrittenChapter.json(in: try Data(contentsOf: folder.appending(path: "\($0).js"))) }
    self.init { ReportData.json(title: title, chapters: chapters) }
  }
}
