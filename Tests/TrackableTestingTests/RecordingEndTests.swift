import Foundation
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
      let line: UInt = #line + 2
      let (recorder, task) = withRecordedTracking { recorder in
        let task = button.tap(3)
        #expect(recorder.difference(from: []) == nil)
        return (recorder, task)
      }
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
    button.open()
    await task.value
    #expect(own(surrounding.withLock { $0 }).map(\.kind) == [.duplicateKey, .recordingEndedEarly])
  }

  @Test func `A recording is not blamed for what comes after the end of another one`() async {
    let button = Button()
    let task = withRecordedTracking { outer in
      TrackableSystem.issueHandler = { _ in }
      return withRecordedTracking { _ in button.tap() }
    }
    await withRecordedTracking { recorder in
      button.open()
      await task.value
      #expect(recorder.difference(from: []) == nil)
      #expect(own(recorder.issues).isEmpty)
    }
  }

  @Test func `A recorder may be used on purpose after its recording has ended`() async {
    await withRecordedTracking { outer in
      let recorder = withRecordedTracking { $0 }
      recorder.track(Album.opened)
      recorder.run { Album.rated.trigger() }
      await recorder.run { await Task { Album.played.trigger() }.value }
      await Task.detached { recorder.track(Album.closed) }.value
      #expect(
        recorder.difference(from: [
          .event(Album.opened), .event(Album.rated), .event(Album.played), .event(Album.closed),
        ])
          == nil)
      #expect(own(outer.issues).isEmpty)
    }
  }

  @Test func `An event that waits for another actor when the recording ends is one issue`() async {
    await withRecordedTracking { outer in
      let (model, screen) = (Model(), Screen())
      await screen.link(model)
      // The actor is busy until the recording has ended.
      let (isBusy, hasEnded) = (Shared(false), Shared(false))
      let busy = Task { await screen.work(isBusy, until: hasEnded) }
      await until { isBusy.value }
      let recorder = withRecordedTracking { recorder in
        model.play()
        return recorder
      }
      hasEnded.set(true)
      await busy.value
      // Only its system knows when it has come, and its issues.
      await recorder.run { await TrackableSystem.flush() }
      #expect(recorder.events.count == 1)
      #expect(own(outer.issues).map(\.kind) == [.recordingEndedEarly])
    }
  }

  @Test func `Looking at issues early does not hide later ones`() {
    withRecordedTracking { outer in
      withRecordedTracking { recorder in
        #expect(recorder.issues.isEmpty)
        Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1, Keys.year ~>> 2])
        #expect(recorder.issues.map(\.kind) == [.duplicateKey])
        Page().track(Album.rated, trackedProperties: [Keys.note ~>> 1, Keys.note ~>> 2])
      }
      #expect(own(outer.issues).map(\.kind) == [.duplicateKey])
      #expect(own(outer.issues).first?.message.contains("Keys.note") == true)
    }
  }

  @Test func `Removing everything loses no issue that the test has not looked at`() {
    withRecordedTracking { outer in
      withRecordedTracking { recorder in
        Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1, Keys.year ~>> 2])
        recorder.removeAll()
        #expect(recorder.issues.isEmpty)
      }
      #expect(own(outer.issues).map(\.kind) == [.duplicateKey])
    }
  }

  private enum Lost: String, Event { case early, late, removed, waiting, received }

  @Test func `Looking early at what went astray does not hide what does later`() async {
    await withRecordedTracking { outer in
      await withRecordedTracking { recorder in
        await Task.detached { Page().track(Lost.early) }.value
        #expect(recorder.astray.contains { $0.description.contains("Lost.early") })
        await Task.detached { Page().track(Lost.late) }.value
      }
      #expect(!astray(outer, "Lost.early"))
      #expect(astray(outer, "Lost.late"))
    }
  }

  @Test func `A recorder that removes everything keeps the calls that went astray`() async {
    await withRecordedTracking { outer in
      await withRecordedTracking { recorder in
        await Task.detached { Page().track(Lost.removed) }.value
        recorder.removeAll()
      }
      #expect(astray(outer, "Lost.removed"))
    }
  }

  @Backstage @Test func `An event that waited for another actor and then reached a tracker did not go astray`() async {
    let (screen, issues, received) = (BackstageScreen(), Lock<[TrackableIssue]>([]), RecordingTracker())
    screen.deliver(to: received)
    _ = recordElsewhere(issues) { screen.play(Lost.received) }
    await TrackableSystem.flush()
    #expect(received.events.map(\.name) == [Lost.received.name])
    #expect(!issues.withLock { $0.contains { $0.message.contains("Lost.received") } })
  }

  /// Records what an operation tracks; the issues that the recording leaves to the surrounding handler are collected.
  private func recordElsewhere(_ issues: Lock<[TrackableIssue]>, _ operation: () -> Void) -> RecordingTracker {
    TrackableSystem.withTracker(NoOpTracker()) { () -> RecordingTracker in
      TrackableSystem.issueHandler = { issue in issues.withLock { $0.append(issue) } }
      return withRecordedTracking { recorder -> RecordingTracker in
        operation()
        return recorder
      }
    }
  }

  /// Not what went astray in tests that run at the same time.
  private func own(_ issues: [TrackableIssue]) -> [TrackableIssue] { issues.filter { $0.kind != .trackedAstray } }

  private func astray(_ recorder: RecordingTracker, _ name: String) -> Bool {
    recorder.issues.contains { $0.kind == .trackedAstray && $0.message.contains(name) }
  }
}

@Backstage private final class BackstageScreen: @Backstage TrackableClass {
  var trackedProperties: TrackedProperties { Keys.name ~>> "Imagine" }

  /// Has a model play on another thread, where no task's system is known.
  func play(_ event: some Event, times count: Int = 1, line: UInt = #line) {
    let model = Model()
    model.setupTrackableChain(parent: self)
    _ = onThreads(1) { _ in for _ in 1...count { model.play(event, line: line) } }
  }
}

private actor Screen: TrackableClass {
  nonisolated let trackedProperties = TrackedProperties()
  private let shelf = Shelf()

  func link(_ model: Model) { model.setupTrackableChain(parent: shelf) }
  /// Keeps the actor for itself.
  func work(_ hasBegun: Shared<Bool>, until hasEnded: Shared<Bool>) {
    hasBegun.set(true)
    while !hasEnded.value { sched_yield() }
  }
}

private final class Model: TrackableClass, Sendable {
  let trackedProperties = TrackedProperties()
  func play(_ event: some Event = Album.played, line: UInt = #line) { track(event, line: line) }
}
