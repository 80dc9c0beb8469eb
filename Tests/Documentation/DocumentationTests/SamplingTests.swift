import Testing
import Trackable
import TrackableApp

@Suite struct SamplingTests {
  private let collector = ClosureTracker { print("\($0.userID ?? "nobody"): \($0)") }

  @Test func `The drawn users are those that the page names, and the comment of the method`() {
    Page(article: "Sampling").expectOutput {
      TrackableSystem.bootstrap(
        collector.sampled(0.7, by: .person, rateKey: "sample_rate"))

      for user in ["john", "paul", "george", "ringo"] {
        TrackableSystem.identify(user)
        Events.User.didRateAlbum.trigger()
      }
      // george: MyApp.Events.User.didRateAlbum [sample_rate: 0.7]
      // ringo: MyApp.Events.User.didRateAlbum [sample_rate: 0.7]
    }
  }

  @Test func `A configuration says how many of some events pass`() {
    let configuration = (impressions: 0.0, screens: 1.0)
    let installation = SamplingUnit.property(InstallationKeys.id)
    let tracker = collector.sampled(by: installation) { event in
      event.eventType == .impression ? configuration.impressions : 1
    }
    #expect(printed { tracker.track(Receipt.opened) } == ["nobody: MyApp.Receipt.opened []"])
  }
}
