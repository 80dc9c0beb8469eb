import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// The caller of a change tracks its event, before the call returns, as every other event.
@Suite struct SessionDeliveryTests {
  private let app = World().app

  /// Opens a session on a context with this tracker.
  private func open(
    attributes: (any AnalyticsEventAttributes)? = nil, _ tracker: some AnalyticsEventTracker
  ) -> ValuePropositionSession {
    ValuePropositionSessions.$current.withValue(app) {
      TrackingContext().delivering(to: tracker).open(Watching(), attributes: attributes)
    }
  }

  @Test func `A recording has the events of a session inside it, by the name of the proposition, and no vendor them`() {
    let vendor = RecordingTracker()
    let session = open(vendor)
    session.start()
    withRecordedTracking { recorder in
      session.pause()
      session.start()
      let expected: [TrackingExpectation] = ["paused", "started"].map {
        .event(named: "watching", containing: ["status" ~>> $0])
      }
      #expect(recorder.difference(from: expected) == nil)
      #expect(recorder.difference(from: expected.reversed()) != nil)
      #expect(recorder.difference(from: [expected[0], .event(named: "another")]) != nil)
    }
    session.cancel()
    #expect(vendor.statuses == ["opened", "started", "canceled"])
  }

  @Test func `An event has the state of the session at its change, also if it has changed again since`() {
    let recorder = RecordingTracker()
    TrackableSystem.withTracker(recorder) {
      let session = open(recorder)
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
    // Attributes are an adopter's code, which may do anything.
    let start = Driving { [app] in
      ValuePropositionSessions.$current.withValue(app) { TrackingContext().track(for: Watching(), with: .start()) }
    }
    TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { _ in }
      open(attributes: start, recorder).cancel()
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
