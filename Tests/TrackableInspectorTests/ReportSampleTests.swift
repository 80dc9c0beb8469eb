import Foundation
import TestSupport
import Testing
import Trackable
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
