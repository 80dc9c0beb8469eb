import Testing
import Trackable
import TrackableValuePropositions

// Propositions as adopters declare them: with the public API alone.

private struct Listening: ValueProposition {
  let name = "listening"
}

private struct Watching: ValueProposition {
  struct Attributes: AnalyticsEventAttributes { let videoName: String }
  let name = "watching"
  let attributes: Attributes
  let endsInBackground = false
}

@Suite struct PropositionConformancesTests {
  @Test func `Sessions of every proposition send their events`() {
    let tracker = LogTracker()
    let app = ValuePropositionSessions(clock: ContinuousClock(), makeID: { "1" })
    TrackableSystem.withTracker(tracker) {
      ValuePropositionSessions.$current.withValue(app) {
        for session in [
          TrackingContext().open(Listening()), TrackingContext().open(Watching(attributes: .init(videoName: "Help!"))),
        ] {
          session.start(trigger: ValuePropositionTrigger(rawValue: "swipe"))
          session.complete()
        }
      }
    }
    #expect(tracker.log.lines.count == 6)
    #expect(tracker.log.lines.filter { $0.hasPrefix("watching") && $0.contains("videoName: Help!") }.count == 3)
  }
}
