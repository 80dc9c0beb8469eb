import Testing
import Trackable
import TrackableValuePropositions

// What adopters declare as reasons to use their app: with what is public, and nothing else.

private struct Listening: ValueProposition {
  let name = "listening"
}

private struct Watching: ValueProposition {
  struct Attributes: AnalyticsEventAttributes { let videoName: String }
  let name = "watching"
  let attributes: Attributes
  let inBackground = ValuePropositionBackgroundPolicy.keep
  let whenDropped = ValuePropositionDropPolicy.forget
}

@Suite struct PropositionConformancesTests {
  @Test func `Sessions of every proposition send their events`() {
    let tracker = LogTracker()
    let app = AppSession(renewsAfter: .seconds(60), clock: ContinuousClock(), makeID: { "1" })
    #expect(app.id == "1" && app.renewsAfter == .seconds(60))
    for session in [
      tracker.open(Listening(), in: app), tracker.open(Watching(attributes: .init(videoName: "Help!")), in: app),
    ] {
      #expect(session.proposition is Listening || session.proposition is Watching)
      session.start(trigger: ValuePropositionTrigger(rawValue: "swipe"))
      session.complete()
    }
    #expect(tracker.log.lines.count == 6)
    #expect(tracker.log.lines.filter { $0.hasPrefix("watching") && $0.contains("videoName: Help!") }.count == 3)
  }
}
