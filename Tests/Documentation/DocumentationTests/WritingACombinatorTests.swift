import Testing
import Trackable

@Suite struct WritingACombinatorTests {
  private struct Firebase: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) { print("Firebase: \(event.name)") }
    func identify(_ user: TrackedUser) { print("Firebase: identify \(user.id)") }
  }

  @Test func `A combinator of the adopter's forwards the rest, as the page says`() {
    let firebase = Firebase()
    @Sendable func number(of user: String) -> Double { user == "john" ? 0.05 : 0.5 }

    struct Sampled: ForwardingTracker {
      var base: any AnalyticsEventTracker
      let share: Double

      func track(_ event: TrackedEvent) {
        if event.userID.map(number(of:)) ?? 0 < share { base.track(event) }
      }
    }

    Page(article: "WritingACombinator").expectOutput {
      let tracker = Sampled(base: firebase, share: 0.1)
      tracker.track(Receipt.opened)
      tracker.identify("john")
      // Firebase: MyApp.Receipt.opened
      // Firebase: identify john
    }
  }
}
