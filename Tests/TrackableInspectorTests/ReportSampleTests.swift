import Foundation
import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableHub
import TrackableInspector
import TrackablePlan
import TrackableTesting

/// Reports for the browser of `.ci/steps/report.sh`: where the variable `TRACKING_REPORTS` names a folder, they are written
/// there.
@Suite struct ReportSampleTests {
  /// A browser gets the long one.
  private static let count =
    ProcessInfo.processInfo.environment["TRACKING_REPORTS"] != nil ? 10_000 : SearchScale.times(1_000, long: 10_000)

  @Test func `A report of thousands of events has them all`() throws {
    let recorder = RecordingTracker()
    let (root, list, page) = (Shelf("Root"), Shelf("List"), Page())
    list.setupTrackableChain(trackedProperties: [Keys.note ~>> "From the list"], parent: root)
    page.setupTrackableChain(trackedProperties: [Keys.likes ~>> true], parent: list)
    try withRecordedTracking(through: { _ in recorder }) { _ in
      for number in 0..<Self.count {
        let event: Album = number % 100 == 99 ? .rated : .played
        page.track(event, trackedProperties: [Keys.year ~>> number, "row" ~>> "Row \(number)"])
      }
      let report = recorder.makeReport(title: "Ten thousand")
      #expect(try ParsedReport(report).entries.count == Self.count)
      try write(report, "many.html")
    }
    withExtendedLifetime(root) {}
  }

  @Test func `A folder of thousands of events has them all`() throws {
    let count = Self.count == 10_000 ? 50_000 : Self.count
    let folder = FileManager.default.temporaryDirectory.appending(path: "ReportSampleTests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let inspector = Inspector(title: "Fifty thousand", folder: folder)
    let (list, page) = (Shelf("List"), Page())
    page.setupTrackableChain(trackedProperties: [Keys.likes ~>> true], parent: list)
    TrackableSystem.withTracker(RecordingTracker(limit: 1).renaming(.snakeCase).inspected(by: inspector)) {
      for number in 0..<count {
        page.track(Album.played, trackedProperties: [Keys.year ~>> number, "row" ~>> "Row \(number)"])
        if number % 500 == 0 { inspector.flush() }
      }
    }
    inspector.flush()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let texts = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    #expect(texts.map { $0.matches(of: /"kind":"event"/).count }.reduce(0, +) == count)
    guard let place = ProcessInfo.processInfo.environment["TRACKING_REPORTS"] else { return }
    try FileManager.default.moveItem(at: folder, to: URL(filePath: place).appending(path: "live"))
  }

  @Test func `A report of everything has each kind of entry`() async throws {
    let (plan, gate, ready) = (plan(), TrackerGate("the user has agreed"), TrackerGate("the configuration arrived"))
    let inspector = Inspector(title: "Everything", plan: plan)
    let hub = TrackerHub(
      [RecordingTracker(name: "Mixpanel").prohibiting(eventTypes: [Bought.self])], name: "Background")
    let ads = RecordingTracker(name: "Ads").renaming(.snakeCase).holding(until: gate)
    let trackers = hub.combined(with: ads).combined(with: RecordingTracker(name: "Backend").holding(until: ready))
      .combined(with: RecordingTracker(name: "Panel").sampled(0, by: .person))
      .combined(with: RecordingTracker(name: "Daily").once(per: .day, Album.opened))
    let inspected = trackers.inspected(by: inspector)
    // A gate drops its calls when its tracker is released.
    defer { withExtendedLifetime(inspected) {} }
    await TrackableSystem.withTracker(inspected) {
      TrackableSystem.issueHandler = { _ in }
      inspector.recordIssues()
      let (shelf, page) = (Shelf(), Page())
      page.setupTrackableChain(trackedProperties: [Keys.likes ~>> true], parent: shelf)
      for visit in ["visit A", "visit A", "visit B"] {
        page.track(Album.opened, trackedProperties: ["sessionId" ~>> visit])
        if visit == "visit B" { ready.open() }
      }
      TrackableSystem.identify("john", traits: [Mail.mail ~>> "secret@apple.records", Keys.year ~>> 1940])
      TrackableSystem.group("apple", type: "company", traits: [Keys.year ~>> 1968])
      page.updateUserProperty(Email(value: "john@apple.records"))
      page.track(
        Bought(amount: 20), trackedProperties: [Mail.mail ~>> "secret@apple.records", Keys.note ~>> Double.nan])
      page.track(Album.rated, trackedProperties: [Keys.year ~>> "1971", Keys.name ~>> "Help!"])
      TrackableSystem.report(SaveError.diskFull)
      inspector.flush()
      hub.start()
      await hub.flush()
      TrackableSystem.group(nil, type: "company")
      TrackableSystem.reset()
      TrackableSystem.purge()
      page.track(Album.opened, trackedProperties: ["sessionId" ~>> "visit B"])
      withExtendedLifetime(shelf) {}
    }
    await hub.shutdown()
    inspector.flush()
    let report = inspector.makeReport()
    #expect(
      Set(try ParsedReport(report).entries.map(\.kind))
        == ["event", "identify", "group", "userProperty", "error", "reset", "purge", "issue", "account", "gate"])
    #expect(!report.html.contains("secret@"))
    try write(report, "everything.html")
  }

  private enum Mail: String, SensitiveKey { case mail }

  private func plan() -> TrackingPlan {
    let chain: TrackedProperties = [Keys.likes ~>> true, Keys.name ~>> "Imagine"]
    return [
      .event(Bought(amount: 20), always: chain), .event(Album.rated, always: chain + [Keys.year ~>> 1971]),
      .event(Album.opened, always: chain + ["sessionId" ~>> "visit"]),
    ]
  }

  @Test func `A report of hostile texts has them all`() throws {
    let recorder = RecordingTracker()
    let texts = HostileText.samples + [String(repeating: "<script>0123456789", count: 60_000)]
    for text in texts {
      recorder.track(TrackedEvent(Hostile(name: text), properties: [PropertyKey(stringLiteral: text) ~>> text]))
    }
    recorder.identify(texts[0], traits: ["note" ~>> texts[6]])
    recorder.update(TrackedUserProperty(Email(value: texts[6])))
    recorder.report(HostileError(description: texts[6]), at: CodeLocation())
    recorder.record(
      TrackableIssue(
        kind: .init(texts[6]), message: texts[0], remedy: texts[2], location: CodeLocation(), subject: texts[6])
    )
    let noted = HostileText.samples.map { TrackingPlan.note(on: [Hostile(name: $0)], texts[6], owner: $0) }
    let report = recorder.makeReport(title: texts.dropLast().joined(), plan: TrackingPlan(noted))
    #expect(try ParsedReport(report).entries.count == texts.count + 4)
    try write(report, "hostile.html")
  }

  private func write(_ report: TrackingReport, _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["TRACKING_REPORTS"] else { return }
    try report.write(to: URL(filePath: folder).appending(path: name))
  }
}

private struct Hostile: AnalyticsEvent {
  let name: String
  var entity: String { name }
}

private struct HostileError: Error, CustomStringConvertible {
  let description: String
}
