import TestSupport
import Testing
import Trackable
import TrackableTesting

/// Events of an object without isolation, whose parent belongs to an actor.
@Backstage @Suite struct RecordingWaitingTests {
  private let screen = Screen()
  private let model = Model()

  init() { model.setupTrackableChain(parent: screen) }

  @Test func `A difference, and an issue at the recording's end, name an event that waits for another actor`() {
    withRecordedTracking { outer in
      let line: UInt = #line + 2
      withRecordedTracking { recorder in
        model.play(line: line)
        #expect(
          recorder.difference(from: [.event(Album.played)]) == """
            The recorded calls differ from the expected ones:
              missing       TrackableTestingTests.Album.played
            Calls in \(place(line)) wait for another actor. To have them here, call \
            'await TrackableSystem.flush()' first.
            """)
        #expect(
          recorder.difference(from: []) == """
            The recorded calls differ from the expected ones:
            Calls in \(place(line)) wait for another actor. To have them here, call \
            'await TrackableSystem.flush()' first.
            """)
        #expect(recorder.difference(from: [], allowingOthers: true) == nil)
      }
      #expect(
        endedEarly(outer).map(\.description) == [
          "\(place(line)): the recording of a test ended while an event that was tracked here waited for another actor; it is "
            + "not recorded. To fix this, make the operation asynchronous and call 'await TrackableSystem.flush()' in it, or, "
            + "if the object is used on its parent's actor only, give it that isolation, such as '@MainActor'."
        ])
    }
  }

  @Test func `Where several events wait from one place, the recording's end says it once`() {
    withRecordedTracking { outer in
      withRecordedTracking { _ in for _ in 1...3 { model.play() } }
      #expect(endedEarly(outer).count == 1)
    }
  }

  @Test func `An asynchronous recording ends when no event waits`() async {
    await withRecordedTracking { outer in
      let recorder = await withRecordedTracking { recorder in
        await Task.yield()
        model.play()
        return recorder
      }
      #expect(recorder.difference(from: [.event(Album.played, [Keys.name ~>> "Imagine"])]) == nil)
      #expect(endedEarly(outer).isEmpty)
    }
  }

  /// Not those of tests that run at the same time.
  private func endedEarly(_ recorder: RecordingTracker) -> [TrackableIssue] {
    recorder.issues.filter { $0.kind == .recordingEndedEarly }
  }

  private func place(_ line: UInt) -> String { "TrackableTestingTests/RecordingWaitingTests.swift:\(line)" }
}

@Backstage private final class Screen: @Backstage TrackableClass {
  var trackedProperties: TrackedProperties { Keys.name ~>> "Imagine" }
}

private final class Model: TrackableClass {
  var trackedProperties: TrackedProperties {}
  func play(line: UInt = #line) { track(Album.played, line: line) }
}
