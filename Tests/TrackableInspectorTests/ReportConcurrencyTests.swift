import TestSupport
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

@Suite struct ReportConcurrencyTests {
  @Test func `A report can be had while others track, and nothing is lost uncounted`() throws {
    let recorder = RecordingTracker(limit: 100)
    let reports = onThreads(4) { thread -> [TrackingReport] in
      if thread == 0 { return (0..<50).map { recorder.makeReport(title: "\($0)") } }
      for number in 0..<300 {
        recorder.track(TrackedEvent(Bought(amount: number)))
        if number % 10 == 0 {
          recorder.record(
            TrackableIssue(kind: .cycle, message: "\(number)", remedy: "", location: CodeLocation()))
        }
      }
      return []
    }
    for report in reports.flatMap({ $0 }) {
      let entries = try ParsedReport(report).entries
      #expect(entries.count { $0.kind == "event" } <= 100)
    }
    #expect(recorder.droppedCount + recorder.deliveries.count == 900)
    #expect(try ParsedReport(recorder.makeReport()).entries.count { $0.kind == "event" } == 100)
  }
}
