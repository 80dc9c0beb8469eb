import TestSupport
import Testing
import Trackable
import TrackableTesting

/// The end of a recording loses nothing, neither calls that the test has not looked at nor later ones.
@Suite struct RecordingEndTests {
  private static let file = "TrackableTestingTests/RecordingEndTests.swift"

  /// As in an app: its action goes on after it has returned; here until the test opens the gate.
  private final class Button: TrackableClass, Sendable {
    let trackedProperties = TrackedProperties()
    private let gate = AsyncStream.makeStream(of: Void.self)

    func tap(_ count: Int = 1, twice: TrackedProperties = [], line: UInt = #line) -> Task<Void, Never> {
      Task {
        for await _ in gate.stream {}
        for _ in 1...count { track(Album.opened, trackedProperties: twice, line: line) }
      }
    }

    func open() { gate.continuation.finish() }
  }

  @Test func `A call after the end of its recording is an issue for the surrounding handler, once for each place`()
    async
  {
    await withRecordedTracking { outer in
      let button = Button()
      let line: UInt = #line + 1
      let (recorder, task) = withRecordedTracking { ($0, button.tap(3)) }
      #expect(own(outer.issues).isEmpty)
      button.open()
      await task.value
      #expect(recorder.events.count == 3)
      #expect(
        own(outer.issues).map(\.description) == [
          "\(Self.file):\(line): a task of a recorded operation tracked 'TrackableTestingTests.Album.opened' after the recording "
            + "had ended: no test has compared it. To fix this, make the operation asynchronous, and wait in it for the tasks "
            + "that it starts, such as with 'recorder.next()'."
        ])
      #expect(own(outer.issues).map(\.kind) == [.recordingEndedEarly])
    }
  }

  @Test func `The issue of a call after the surrounding recording's end goes on to the handler around that`() async {
    let surrounding = Lock<[TrackableIssue]>([])
    let button = Button()
    let task = TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { issue in surrounding.withLock { $0.append(issue) } }
      return withRecordedTracking { _ in
        withRecordedTracking { _ in button.tap(twice: [Keys.year ~>> 1, Keys.year ~>> 2]) }
      }
    }
    // Another recording is not blamed.
    await withRecordedTracking { recorder in
      button.open()
      await task.value
      #expect(recorder.difference(from: []) == nil)
      #expect(own(recorder.issues).isEmpty)
    }
    #expect(own(surrounding.withLock { $0 }).map(\.kind) == [.duplicateKey, .recordingEndedEarly])
  }

  @Test func `A recorder may be used on purpose after its recording has ended`() async {
    await withRecordedTracking { outer in
      let recorder = withRecordedTracking { $0 }
      recorder.track(Album.opened)
      recorder.run { Album.rated.trigger() }
      await recorder.run { await Task { Album.played.trigger() }.value }
      await Task.detached { recorder.track(Album.closed) }.value
      let expected = [Album.opened, .rated, .played, .closed].map { TrackingExpectation.event($0) }
      #expect(recorder.difference(from: expected) == nil)
      #expect(own(outer.issues).isEmpty)
    }
  }

  @Test func `Looking at issues early hides no later ones, and removing everything none that the test has not seen`() {
    withRecordedTracking { outer in
      withRecordedTracking { recorder in
        #expect(recorder.issues.isEmpty)
        Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1, Keys.year ~>> 2])
        #expect(recorder.issues.map(\.kind) == [.duplicateKey])
        Page().track(Album.rated, trackedProperties: [Keys.note ~>> 1, Keys.note ~>> 2])
        recorder.removeAll()
        #expect(recorder.issues.isEmpty)
      }
      #expect(own(outer.issues).map(\.kind) == [.duplicateKey])
      #expect(own(outer.issues).first?.message.contains("Keys.note") == true)
    }
  }

  private enum Lost: String, Event { case early, late }

  @Test func `Looking early at what went astray hides nothing later, and removing everything nothing unseen`() async {
    await withRecordedTracking { outer in
      await withRecordedTracking { recorder in
        await Task.detached { Page().track(Lost.early) }.value
        #expect(recorder.astray.contains { $0.description.contains("Lost.early") })
        await Task.detached { Page().track(Lost.late) }.value
        recorder.removeAll()
      }
      func isTold(_ name: String) -> Bool {
        outer.issues.contains { $0.kind == .trackedAstray && $0.message.contains(name) }
      }
      #expect(!isTold("Lost.early") && isTold("Lost.late"))
    }
  }

  /// Not what went astray in tests that run at the same time.
  private func own(_ issues: [TrackableIssue]) -> [TrackableIssue] { issues.filter { $0.kind != .trackedAstray } }
}
