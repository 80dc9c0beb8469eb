import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// The caller of a change tracks its event, before the call returns, as every other event.
@Suite struct SessionDeliveryTests {
  /// Opens a session on a context with this tracker.
  private func open(
    _ proposition: Watching, attributes: (any AnalyticsEventAttributes)? = nil, in app: ValuePropositionSessions,
    _ tracker: some AnalyticsEventTracker
  ) -> ValuePropositionSession {
    ValuePropositionSessions.$current.withValue(app) {
      TrackingContext().delivering(to: tracker).open(proposition, attributes: attributes)
    }
  }

  @Test func `A thread that a tracker holds up delivers its own change, and no other`() async {
    let vendor = Vendor()
    let session = open(Watching(), in: World().app, vendor)
    await vendor.whileThreadIsIn({ session.start() }) {
      for _ in 0..<20 {
        session.pause()
        session.start()
      }
      session.cancel()
      #expect(vendor.statuses.count == 43)
    }
    #expect(vendor.statusesFromThread == ["started"])
    #expect(vendor.statuses.count == 43)
  }

  @Test func `A recording has the events of a session inside it, and no vendor gets them`() async {
    let vendor = Vendor()
    let session = open(Watching(), in: World().app, vendor)
    await vendor.whileThreadIsIn({ session.start() }) {
      withRecordedTracking { recorder in
        session.pause()
        #expect(recorder.statuses == ["paused"])
      }
    }
    session.cancel()
    #expect(vendor.statuses == ["opened", "started", "canceled"])
  }

  @Test func `A test expects the events of a session by the name of the proposition`() {
    let app = World().app
    withRecordedTracking { recorder in
      ValuePropositionSessions.$current.withValue(app) {
        TrackingContext().track(for: Watching(), with: .open())
        TrackingContext().track(for: Watching(), with: .start())
      }
      let name = Watching().name
      let expected: [TrackingExpectation] = ["opened", "started"].map {
        .event(named: name, containing: ["status" ~>> $0])
      }
      #expect(recorder.difference(from: expected) == nil)
      #expect(recorder.difference(from: expected.reversed()) != nil)
      #expect(recorder.difference(from: [expected[0], .event(named: "another")]) != nil)
      let paused = TrackingExpectation.event(named: name, containing: ["status" ~>> "paused"])
      #expect(recorder.difference(from: [expected[0], paused]) != nil)
    }
  }

  @Test func `An event has the state of the session at its change, also if it has changed again since`() {
    let recorder = RecordingTracker()
    TrackableSystem.withTracker(recorder) {
      let session = open(Watching(), in: World().app, recorder)
      // The 101st start is reported before it is tracked.
      TrackableSystem.issueHandler = { if $0.kind == .longTimeline { session.pause() } }
      for _ in 0..<100 {
        session.start()
        session.pause()
      }
      session.start()
      #expect(recorder.statuses.suffix(2) == ["paused", "started"])
      session.cancel()
    }
  }

  @Test func `The first event says that the session is opened, also if another caller drives it at once`() {
    let recorder = RecordingTracker()
    let app = World().app
    // Attributes are an adopter's code, which may do anything.
    let start = Driving {
      ValuePropositionSessions.$current.withValue(app) { TrackingContext().track(for: Watching(), with: .start()) }
    }
    TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { _ in }
      let session = open(Watching(), attributes: start, in: app, recorder)
      session.cancel()
    }
    #expect(recorder.statuses == ["opened", "canceled"])
  }

  /// Attributes that do something when they are encoded.
  private struct Driving: AnalyticsEventAttributes {
    let drive: @Sendable () -> Void
    func encode(to encoder: any Encoder) throws {
      drive()
      _ = encoder.container(keyedBy: Key.self)
    }
    enum Key: CodingKey {}
  }
}

/// A tracker that notes the events and their thread, and that can hold up a thread.
private final class Vendor: AnalyticsEventTracker {
  private struct State {
    var events: [(status: String, isFromThread: Bool)] = []
    var holdUp: (@Sendable () -> Void)?
  }

  /// Whether this is the thread that is held up.
  @TaskLocal private static var isThread = false

  private let state = Lock(State())

  var statuses: [String] { state.withLock { $0.events.map(\.status) } }
  var statusesFromThread: [String] { state.withLock { $0.events.filter(\.isFromThread).map(\.status) } }

  func track(_ event: TrackedEvent) {
    let status = event.text("status")
    let isFromThread = Self.isThread
    let holdUp = state.withLock { state in
      state.events.append((status, isFromThread))
      return isFromThread ? state.holdUp.take() : nil
    }
    holdUp?()
  }

  /// Runs `body` while a thread is in this tracker, with the event that `change` tracks.
  func whileThreadIsIn(_ change: @escaping @Sendable () -> Void, _ body: () async -> Void) async {
    let (isIn, isOut) = (AsyncStream.makeStream(of: Never.self), AsyncStream.makeStream(of: Never.self))
    let mayGoOn = DispatchSemaphore(value: 0)
    state.withLock {
      $0.holdUp = {
        isIn.continuation.finish()
        mayGoOn.wait()
      }
    }
    Thread.detachNewThread {
      Self.$isThread.withValue(true, operation: change)
      isIn.continuation.finish()
      isOut.continuation.finish()
    }
    for await _ in isIn.stream {}
    await body()
    mayGoOn.signal()
    for await _ in isOut.stream {}
  }
}
