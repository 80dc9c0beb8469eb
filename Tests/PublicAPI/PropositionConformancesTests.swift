import Testing
import Trackable
import TrackableValuePropositions

// A proposition as adopters declare one: with the public API alone.

private struct Watching: ValueProposition {
  struct Attributes: AnalyticsEventAttributes { let videoName: String }
  let name = "watching"
  let attributes: Attributes
  let endsInBackground = false
}

@Suite struct PropositionConformancesTests {
  @Test func `The session of a proposition sends its events`() {
    let tracker = LogTracker()
    let app = ValuePropositionSessions(clock: ContinuousClock(), makeID: { "1" })
    TrackableSystem.withTracker(tracker) {
      ValuePropositionSessions.$current.withValue(app) {
        let session = TrackingContext().open(Watching(attributes: .init(videoName: "Help!")))
        session.start(trigger: ValuePropositionTrigger(rawValue: "swipe"))
        session.complete()
      }
    }
    #expect(tracker.log.lines.filter { $0.hasPrefix("watching") && $0.contains("videoName: Help!") }.count == 3)
  }
}
