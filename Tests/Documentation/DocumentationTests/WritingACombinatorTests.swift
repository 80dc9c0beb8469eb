import Testing
import Trackable
import TrackableTesting

@Suite struct WritingACombinatorTests {
  private let page = Page(article: "WritingACombinator")

  @Test func `A combinator of the adopter's forwards the rest, as the page says`() async {
    let firebase = RecordingTracker()
    @Sendable func number(of user: String) -> Double { user == "john" ? 0.05 : 0.5 }

    struct Sampled: ForwardingTracker {
      var base: any AnalyticsEventTracker
      let share: Double

      func track(_ event: TrackedEvent) {
        if event.userID.map(number(of:)) ?? 0 < share { base.track(event) }
      }
    }

    let tracker = Sampled(base: firebase, share: 0.1)
    tracker.track(Receipt.opened)
    tracker.identify("john")
    // The first event has no user, and counts as 0.
    #expect(firebase.difference(from: [.event(Receipt.opened), .identify("john")]) == nil)
  }

  @Test func `What a wrapper forgets is said as the page says`() async {
    struct Wrapper: AnalyticsEventTracker {
      let base: any AnalyticsEventTracker
      func track(_ event: TrackedEvent) { base.track(event) }
    }

    let output = Output()
    func print(_ value: some CustomStringConvertible) { output.write(value.description) }
    let failures = await TrackerConformance.wrapping { Wrapper(base: $0) }.failures()
    print(failures[5])
    // A tracker around another one forwards every requirement: the user, a purge or a flush is not for it alone. The defaults of ForwardingTracker do. 'purge' did not reach the tracker inside.
    #expect(page.promises(output.text), "\(output.text)")
  }
}
