import TestSupport
import Testing
import Trackable
import TrackableTesting

@Suite struct RecordingLimitTests {
  @Test(arguments: [0, 1, 2, 7, 50]) func `With a limit the latest are kept, and the others counted`(_ limit: Int)
    throws
  {
    let recorder = RecordingTracker(limit: limit)
    for number in 1...100 {
      recorder.track(TrackedEvent(Bought(amount: number)))
      let years = recorder.events.map { $0.properties[Keys.year] }
      #expect(years == (1...number).suffix(limit).map { TrackedValue.int($0) })
      #expect(recorder.droppedCount == max(0, number - limit))
    }
    recorder.removeAll()
    #expect(recorder.droppedCount == 0)
    for number in 1...100 {
      recorder.track(TrackedEvent(Bought(amount: number)))
      #expect(recorder.events.count == min(number, limit))
      #expect(recorder.droppedCount == max(0, number - limit))
    }
    #expect(try ParsedReport(recorder.makeReport()).dropped == 100 - min(100, limit))
  }

  @Test func `What was dropped is told where others are not allowed`() {
    let recorder = RecordingTracker(limit: 2)
    let expected: [TrackingExpectation] = [.event(Album.rated), .event(Album.closed)]
    for event in [Album.rated, .closed] { recorder.track(event) }
    #expect(recorder.difference(from: expected) == nil)
    recorder.removeAll()
    for event in [Album.opened, .played, .rated, .closed] { recorder.track(event) }
    for inAnyOrder in [false, true] {
      #expect(
        recorder.difference(from: expected, inAnyOrder: inAnyOrder) == """
          What was recorded differs from what was expected:
            as expected   TrackableTestingTests.Album.rated
            as expected   TrackableTestingTests.Album.closed
          Before that, 2 were dropped because of the recorder's limit. To compare only the latest, allow others; to compare \
          only what comes from now on, call 'removeAll()' first.
          """)
      #expect(recorder.difference(from: expected, inAnyOrder: inAnyOrder, allowingOthers: true) == nil)
    }
    recorder.removeAll()
    #expect(recorder.difference(from: []) == nil)
  }

  @Test func `What is waited for is found, whatever was dropped before`() async throws {
    let recorder = RecordingTracker(limit: 3)
    for number in 1...20 {
      recorder.track(TrackedEvent(Bought(amount: number)))
      let event = try await recorder.next()
      #expect(event.properties[Keys.year] == .int(number))
    }
    async let next = recorder.next { $0.properties[Keys.year] == 29 }
    for number in 21...30 { recorder.track(TrackedEvent(Bought(amount: number))) }
    _ = try await next
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

  @Test func `Issues of an app are recorded, and the handler gets them as well`() {
    withRecordedTracking { outer in
      let recorder = RecordingTracker()
      recorder.recordIssues()
      Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1, Keys.year ~>> 2])
      #expect(recorder.issues.map(\.kind) == [.duplicateKey])
      #expect(outer.issues == recorder.issues)
    }
  }
}
