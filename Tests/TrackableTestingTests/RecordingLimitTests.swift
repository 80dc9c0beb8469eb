import Testing
import Trackable
import TrackableTesting

@Suite struct RecordingLimitTests {
  @Test(arguments: [0, 1, 2, 7, 50]) func `With a limit the latest are kept, and the others counted`(_ limit: Int) {
    let recorder = RecordingTracker(limit: limit)
    for _ in 1...2 {
      for number in 1...100 {
        recorder.track(TrackedEvent(Bought(amount: number)))
        #expect(
          recorder.events.map { $0.properties[Keys.year] } == (1...number).suffix(limit).map { TrackedValue.int($0) })
        #expect(recorder.droppedCount == max(0, number - limit))
      }
      recorder.removeAll()
      #expect(recorder.droppedCount == 0)
    }
  }

  @Test func `Unless a test allows others, the difference names how many the limit dropped`() {
    let recorder = RecordingTracker(limit: 2)
    let expected: [TrackingExpectation] = [.event(Album.rated), .event(Album.closed)]
    for event in [Album.opened, .played, .rated, .closed] { recorder.track(event) }
    for inAnyOrder in [false, true] {
      #expect(
        recorder.difference(from: expected, inAnyOrder: inAnyOrder) == """
          The recorded calls differ from the expected ones:
            as expected   TrackableTestingTests.Album.rated
            as expected   TrackableTestingTests.Album.closed
          Before that, 2 were dropped because of the recorder's limit. To compare only the latest, allow others; to compare \
          only what comes from now on, call 'removeAll()' first.
          """)
      #expect(recorder.difference(from: expected, inAnyOrder: inAnyOrder, allowingOthers: true) == nil)
    }
    recorder.removeAll()
    for event in [Album.rated, .closed] { recorder.track(event) }
    #expect(recorder.difference(from: expected) == nil)
  }

  @Test func `A wait finds its event after any number of dropped ones`() async throws {
    let recorder = RecordingTracker(limit: 3)
    for number in 1...20 {
      recorder.track(TrackedEvent(Bought(amount: number)))
      #expect(try await recorder.next().properties[Keys.year] == .int(number))
    }
    async let next = recorder.next { $0.properties[Keys.year] == 29 }
    for number in 21...30 { recorder.track(TrackedEvent(Bought(amount: number))) }
    _ = try await next
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
