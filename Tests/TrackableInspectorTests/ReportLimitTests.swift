import Testing
import Trackable
import TrackableInspector
import TrackableTesting

@Suite struct ReportLimitTests {
  @Test(arguments: [0, 1, 2, 7, 50]) func `A report counts what a limit has dropped since all was removed`(
    _ limit: Int
  ) throws {
    let recorder = RecordingTracker(limit: limit)
    for number in 1...100 { recorder.track(TrackedEvent(Bought(amount: number))) }
    #expect(try ParsedReport(recorder.makeReport()).dropped ?? 0 == 100 - limit)
    recorder.removeAll()
    for number in 1...100 { recorder.track(TrackedEvent(Bought(amount: number))) }
    #expect(try ParsedReport(recorder.makeReport()).dropped == 100 - limit)
  }

  @Test func `A report says how much was dropped, and has issues among the rest`() throws {
    let recorder = RecordingTracker(limit: 4)
    for number in 1...21 {
      recorder.record(
        TrackableIssue(kind: .cycle, message: "\(number)", remedy: "", location: CodeLocation()))
      recorder.track(TrackedEvent(Bought(amount: number)))
    }
    let report = try ParsedReport(recorder.makeReport())
    #expect(report.dropped == 34)
    #expect(report.entries.map(\.kind) == ["issue", "event", "issue", "event", "issue", "event", "issue", "event"])
    #expect(report.entries.compactMap(\.message) == ["18", "19", "20", "21"])
  }
}
