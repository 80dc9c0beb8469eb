import TestSupport
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

@Suite struct ReportLimitTests {
  private func issue(_ number: Int) -> TrackableIssue {
    TrackableIssue(kind: .cycle, message: "\(number)", remedy: "", location: CodeLocation())
  }

  @Test func `A report says how much was dropped, and has issues among the rest`() throws {
    let recorder = RecordingTracker(limit: 4)
    for number in 1...21 {
      recorder.record(issue(number))
      recorder.track(TrackedEvent(Bought(amount: number)))
    }
    let report = try ParsedReport(recorder.makeReport())
    #expect(report.dropped == 34)
    #expect(report.entries.map(\.kind) == ["issue", "event", "issue", "event", "issue", "event", "issue", "event"])
    #expect(report.entries.compactMap(\.message) == ["18", "19", "20", "21"])
    recorder.removeAll()
    #expect(try ParsedReport(recorder.makeReport()).dropped == nil)
  }

  @Test func `A report can be had while others track, and nothing is lost uncounted`() throws {
    let recorder = RecordingTracker(limit: 100)
    let reports = onThreads(4) { thread -> [TrackingReport] in
      if thread == 0 { return (0..<50).map { recorder.makeReport(title: "\($0)") } }
      for number in 0..<300 {
        recorder.track(TrackedEvent(Bought(amount: number)))
        if number % 10 == 0 { recorder.record(issue(number)) }
      }
      return []
    }
    for report in reports.flatMap({ $0 }) {
      #expect(try ParsedReport(report).entries.count { $0.kind == "event" } <= 100)
    }
    #expect(recorder.droppedCount + recorder.deliveries.count == 900)
    #expect(try ParsedReport(recorder.makeReport()).entries.count { $0.kind == "event" } == 100)
  }
}
