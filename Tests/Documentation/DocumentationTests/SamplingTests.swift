import Testing
import Trackable
import TrackableApp

@Suite struct SamplingTests {
  private let page = Page(article: "Sampling")

  @Test func `The drawn users are those that the page names, and the comment of the method`() throws {
    let output = Output()
    let collector = ClosureTracker { output.write("\($0.userID ?? "nobody"): \($0)") }
    inAnApp {
      TrackableSystem.bootstrap(
        collector.sampled(0.7, by: .person, rateKey: "sample_rate"))

      for user in ["john", "paul", "george", "ringo"] {
        TrackableSystem.identify(user)
        Events.User.didRateAlbum.trigger()
      }
      // george: MyApp.Events.User.didRateAlbum [sample_rate: 0.7]
      // ringo: MyApp.Events.User.didRateAlbum [sample_rate: 0.7]
    }
    #expect(page.promises(output.text), "\(output.text)")
  }

  @Test func `A configuration says how many of some events pass`() {
    let (output, configuration) = (Output(), (impressions: 0.0, screens: 1.0))
    let collector = ClosureTracker { output.write($0.name) }
    let installation = SamplingUnit.property(InstallationKeys.id)
    let tracker = collector.sampled(by: installation) { event in
      event.eventType == .impression ? configuration.impressions : 1
    }
    tracker.track(Receipt.opened)
    #expect(output.text.contains("opened"))
  }
}
