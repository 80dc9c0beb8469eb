import TestSupport
import Testing
import Trackable
import TrackableTesting

/// Events of an object without isolation, whose parent belongs to an actor.
@Backstage @Suite struct RecordingWaitingTests {
  private let screen = Screen()
  private let model = Model()

  init() { model.setupTrackableChain(parent: screen) }

  @Test func `A difference, and one issue at the recording's end, name an event that waits for another actor`() async {
    await withRecordedTracking { outer in
      let line: UInt = #line + 2
      let recorder = withRecordedTracking { recorder in
        model.play(line: line)
        #expect(
          recorder.difference(from: [.event(Album.played)]) == """
            The recorded calls differ from the expected ones:
              missing       TrackableTestingTests.Album.played
            Calls in \(place(line)) wait for another actor. To have them here, call \
            'await TrackableSystem.flush()' first.
            """)
        #expect(recorder.difference(from: []) != nil)
        #expect(recorder.difference(from: [], allowingOthers: true) == nil)
        // Several that wait from one place are one issue.
        model.play(line: line)
        return recorder
      }
      // That they come later is no issue of its own.
      await until { recorder.events.count == 2 }
      #expect(
        endedEarly(outer).map(\.description) == [
          "\(place(line)): the recording of a test ended while an event that was tracked here waited for another actor; it is "
            + "not recorded. To fix this, make the operation asynchronous and call 'await TrackableSystem.flush()' in it, or, "
            + "if the object is used on its parent's actor only, give it that isolation, such as '@MainActor'."
        ])
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

  private enum Lost: String, Event { case received }

  @Test func `An event that waited for another actor and then reached a tracker did not go astray`() async {
    let (issues, received) = (Lock<[TrackableIssue]>([]), RecordingTracker())
    screen.deliver(to: received)
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { issue in issues.withLock { $0.append(issue) } }
      withRecordedTracking { _ in screen.play(Lost.received) }
    }
    await TrackableSystem.flush()
    #expect(received.events.map(\.name) == [Lost.received.name])
    #expect(!issues.withLock { $0.contains { $0.message.contains("Lost.received") } })
  }

  /// Not those of tests that run at the same time.
  private func endedEarly(_ recorder: RecordingTracker) -> [TrackableIssue] {
    recorder.issues.filter { $0.kind == .recordingEndedEarly }
  }

  private func place(_ line: UInt) -> String { "TrackableTestingTests/RecordingWaitingTests.swift:\(line)" }
}

@Backstage private final class Screen: @Backstage TrackableClass {
  var trackedProperties: TrackedProperties { Keys.name ~>> "Imagine" }

  /// Has a model play on another thread, where no task's system is known.
  func play(_ event: some Event) {
    let model = ThreadModel()
    model.setupTrackableChain(parent: self)
    _ = onThreads(1) { _ in model.track(event) }
  }
}

private final class Model: TrackableClass {
  var trackedProperties: TrackedProperties {}
  func play(line: UInt = #line) { track(Album.played, line: line) }
}

private final class ThreadModel: TrackableClass, Sendable {
  let trackedProperties = TrackedProperties()
}
