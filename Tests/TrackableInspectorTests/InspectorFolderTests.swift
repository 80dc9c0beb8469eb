import Foundation
import Testing
import Trackable
import TrackableHub
import TrackableInspector
import TrackablePlan
import TrackableTesting

@Suite struct InspectorFolderTests {
  private let folder = PageFolder()

  private func track(_ event: Album, through inspector: Inspector) {
    TrackableSystem.withTracker(NoOpTracker().inspected(by: inspector)) { Page().track(event) }
    inspector.flush()
  }

  @Test func `A folder has the page, and each call in a file that never changes`() throws {
    let inspector = Inspector(title: "App", folder: folder.url)
    inspector.flush()
    #expect(try folder.text("index.html").contains(#""title":"App""#))
    #expect(try folder.chapters.map(\.entries.count) == [0])
    track(.rated, through: inspector)
    let first = try folder.text("2.js")
    NoOpTracker().inspected(by: inspector).identify("john")
    track(.opened, through: inspector)
    let chapters = try folder.chapters
    #expect(
      chapters.map { $0.entries.map { $0.name ?? "" } } == [[], [Album.rated.name], ["john", Album.opened.name]])
    #expect(chapters.map(\.after) == [0, 0, 1])
    #expect(try folder.text("2.js") == first)
    #expect(chapters.allSatisfy { $0.launch == chapters[0].launch })
  }

  @Test func `The files together say what a report says, and make one`() throws {
    #expect(throws: (any Error).self) { try TrackingReport(reading: folder.url) }
    let inspector = Inspector(folder: folder.url)
    TrackableSystem.withTracker(RecordingTracker().renaming(.snakeCase).inspected(by: inspector)) {
      for number in 0..<30 {
        Page().track(Bought(amount: number), trackedProperties: [Keys.note ~>> "</script>\u{2028}__proto__"])
        if number % 7 == 0 { inspector.flush() }
      }
      inspector.flush()
    }
    struct Chapters: Decodable {
      let title: String
      let chapters: [ParsedReport.Chapter]
    }
    let html = try TrackingReport(reading: folder.url, title: "UI").html
    let made = try JSONDecoder().decode(Chapters.self, from: Data(ParsedReport.data(in: html).utf8))
    #expect(made.title == "UI")
    let report = try ParsedReport(inspector.makeReport())
    for chapters in [try folder.chapters, made.chapters] {
      let found = chapters.flatMap { chapter in chapter.entries.map { ($0, chapter) } }
      #expect(found.count == 30 && report.entries.count == 30)
      for ((entry, chapter), reported) in zip(found, report.entries) {
        #expect(entry.name == reported.name && entry.time == reported.time && entry.at == reported.at)
        #expect(entry.properties?.map { chapter.keys[$0.key] } == reported.properties?.map { report.keys[$0.key] })
        #expect(entry.properties?.map(\.value) == reported.properties?.map(\.value))
        let there: [String] = (entry.to ?? []).flatMap { $0.properties ?? [] }.map { chapter.keys[$0.key] }
        let reportedThere: [String] = (reported.to ?? []).flatMap { $0.properties ?? [] }.map { report.keys[$0.key] }
        #expect(there == reportedThere && !there.isEmpty)
      }
    }
  }

  /// After deletions, there may be numbers without a file.
  @Test(arguments: [3, 12])
  func `A process that writes behind another one leaves the number of the last file`(_ last: Int) throws {
    let (app, widget) = (Inspector(folder: folder.url), Inspector(folder: folder.url))
    app.flush()
    widget.flush()
    // As if the app had chosen the number 2 before the widget had written.
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "2.js"), to: folder.url.appending(path: "\(last).js"))
    track(.rated, through: app)
    let chapters = try folder.chapters
    try #require(chapters.map(\.entries.count) == [0, 1, 0])
    #expect(chapters[0].launch == chapters[1].launch && chapters[1].launch != chapters[2].launch)
    #expect(chapters.allSatisfy { $0.launch.hasSuffix(" \(ProcessInfo.processInfo.processName)") })
  }

  @Test func `A folder that disappears is made again, and the launch goes on there`() throws {
    let inspector = Inspector(folder: folder.url, plan: .note(on: [Album.rated], "A note"))
    track(.opened, through: inspector)
    let (before, identity) = (try #require(try folder.chapters.last), try folder.text("now.js"))
    folder.remove()
    track(.rated, through: inspector)
    let chapters = try folder.chapters
    #expect(chapters.flatMap { $0.entries.map { $0.name ?? "" } } == [Album.rated.name])
    #expect(chapters.map(\.launch) == [before.launch] && chapters.map(\.after) == [1])
    #expect(try folder.text("now.js") != identity)
    #expect(try folder.text("index.html").isEmpty == false && folder.text("1.js").contains("A note"))
  }

  /// With `now.js` alone, a deletion has met an app that wrote, and so has not removed the folder.
  @Test(arguments: [["index.html"], ["index.html", "1.js", "2.js"]])
  func `A folder without its page is another folder, and has its page with the next call`(_ gone: [String]) throws {
    let inspector = Inspector(folder: folder.url)
    inspector.flush()
    track(.opened, through: inspector)
    let before = try folder.text("now.js")
    for name in gone { try FileManager.default.removeItem(at: folder.url.appending(path: name)) }
    track(.rated, through: inspector)
    #expect(try folder.text("index.html").isEmpty == false)
    // A page that has read more files than there are now begins again.
    #expect(try folder.text("now.js").split(separator: ",").last != before.split(separator: ",").last)
    #expect(try folder.chapters.last?.entries.map(\.name) == [Album.rated.name])
  }

  @Test func `Events that a gate held are told of when it opens, and no other, also in a folder that was made again`()
    throws
  {
    for isMadeAgain in [false, true] {
      let (inspector, gate) = (Inspector(folder: folder.url), TrackerGate("the configuration arrived"))
      let tracker = RecordingTracker(name: "Mixpanel").holding(until: gate).inspected(by: inspector)
      TrackableSystem.withTracker(tracker) { Page().track(Album.opened) }
      inspector.flush()
      #expect(try folder.chapters.last?.entries.map { $0.to?.first?.fate } == ["held"])
      if isMadeAgain { folder.remove() }
      TrackableSystem.withTracker(tracker.prohibiting(events: [Album.opened])) { Page().track(Album.rated) }
      inspector.flush()
      gate.open()
      inspector.flush()
      let chapters = try folder.chapters
      let rated = chapters.suffix(2).flatMap { chapter in
        chapter.entries.indices.filter { chapter.entries[$0].name == Album.rated.name }.map { chapter.after + $0 }
      }
      let later = try #require(chapters.last?.later)
      #expect(rated == [1] && later.map(\.entry) == [0, 1])
      #expect(later.allSatisfy { $0.to.map(\.fate) == [nil] })
    }
  }

  @Test func `A folder that cannot be written is one issue, which comes to the page, and the app goes on`() throws {
    let handled = RecordingTracker()
    try withRecordedTracking(through: { _ in handled }) { _ in
      TrackableSystem.issueHandler = handled.record
      let (inspector, gate) = (Inspector(folder: folder.url), TrackerGate("the configuration arrived"))
      inspector.recordIssues()
      inspector.flush()
      // Where the inspector writes each file first.
      let draft = folder.url.appending(path: "draft-\(ProcessInfo.processInfo.processIdentifier)")
      try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: false)
      let tracker = RecordingTracker(name: "Mixpanel").holding(until: gate).inspected(by: inspector)
      for _ in 1...3 {
        TrackableSystem.withTracker(tracker) { Page().track(Album.rated) }
        inspector.flush()
      }
      #expect(inspector.makeReport().html.contains("rated"))
      try FileManager.default.removeItem(at: draft)
      tracker.update(TrackedUserProperty(Email(value: "")))
      inspector.flush()
      gate.open()
      inspector.flush()
      // The inspector also writes by itself, and may have done so before the update: in any order and number of chapters.
      let (chapters, written) = (try folder.chapters, try folder.chapters.flatMap(\.entries))
      #expect(chapters.prefix(2).map(\.after) == [0, 3])
      #expect(written.map(\.kind).sorted() == ["gate", "issue", "userProperty"])
      #expect(written.contains { $0.name == "inspectorCannotWrite" })
      // Entry 0 is the first lost call.
      let update = try #require(written.firstIndex { $0.kind == "userProperty" })
      #expect(chapters.flatMap { $0.later ?? [] }.map(\.entry) == [0, 3 + update])
    }
    #expect(handled.issues.map(\.kind) == [.inspectorCannotWrite])
  }

  @Test func `The page says of each call what is not as planned`() throws {
    let plan: TrackingPlan = [.event(Bought(amount: 20)), .traits([Keys.likes ~>> true])]
    let inspector = Inspector(folder: folder.url, plan: plan)
    TrackableSystem.withTracker(NoOpTracker().inspected(by: inspector)) {
      Page().track(Bought(amount: 20))
      Page().track(Bought(amount: 20), trackedProperties: [Keys.year ~>> "1971"])
      Page().track(Album.rated)
      TrackableSystem.identify("john", traits: [Keys.likes ~>> "yes"])
    }
    inspector.flush()
    let faults = try folder.chapters.flatMap(\.entries).map { $0.faults?.map { $0[0] } ?? [] }
    #expect(faults.map(\.count) == [0, 1, 1, 1])
    #expect(faults[1].first?.contains("is string instead of int") == true)
    #expect(faults[2].first?.contains("is not in the tracking plan") == true)
    #expect(try ParsedReport(inspector.makeReport()).entries.map { $0.faults?.count ?? 0 } == [0, 1, 1, 1])
  }

  @Test func `The account of a hub is an entry whenever it has changed`() async throws {
    let inspector = Inspector(folder: folder.url)
    let hub = TrackerHub([RecordingTracker(name: "Mixpanel").inspected(by: inspector)], name: "Background")
    TrackableSystem.withTracker(hub.inspected(by: inspector)) { Page().track(Album.rated) }
    // A report has the account as well.
    #expect(try ParsedReport(inspector.makeReport()).entries.map(\.kind) == ["event", "account"])
    inspector.flush()
    let before = "\(hub.ledger)"
    inspector.flush()
    hub.start()
    await hub.flush()
    inspector.flush()
    let accounts = try folder.chapters.flatMap(\.entries).filter { $0.kind == "account" }
    // The inspector may have looked while the hub delivered.
    #expect(accounts.allSatisfy { $0.name == "Background" })
    #expect(accounts.first?.message == before && before.contains("Mixpanel"))
    #expect(accounts.last?.message == "\(hub.ledger)" && accounts.count > 1)
    #expect(zip(accounts, accounts.dropFirst()).allSatisfy { $0.message != $1.message })
    await hub.shutdown()
  }

  @Test func `An inspector keeps no hub alive`() {
    weak var released: TrackerHub?
    let inspector = Inspector()
    do {
      // Inspected also inside: nobody keeps the other alive.
      let hub = TrackerHub([RecordingTracker().inspected(by: inspector)])
      released = hub
      TrackableSystem.withTracker(hub.inspected(by: inspector)) { Page().track(Album.rated) }
    }
    #expect(released == nil)
  }
}
