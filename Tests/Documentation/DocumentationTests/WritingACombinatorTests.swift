import Testing
import Trackable
import TrackableTesting

@Suite struct WritingACombinatorTests {
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
    // Firebase: MyApp.Receipt.opened
    // Firebase: identify john
    let output = Output()
    for call in firebase.deliveries {
      switch call {
      case .track(let event): output.write("Firebase: \(event.name)")
      case .identify(let user): output.write("Firebase: identify \(user.id)")
      default: Issue.record("\(call)")
      }
    }
    #expect(Page(article: "WritingACombinator").promises(output.text), "\(output.text)")
  }
}
