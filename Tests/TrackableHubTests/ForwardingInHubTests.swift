import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableHub
import TrackableTesting

/// A hub sees through the trackers that adopters write around others.
@Suite(.timeLimit(.minutes(10))) struct ForwardingInHubTests {
  private struct Mute: ForwardingTracker {
    var base: any AnalyticsEventTracker
    func track(_ event: TrackedEvent) {}
  }

  private struct Named: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let name = "written"
  }

  /// It forwards an event when the next one comes.
  private struct Late: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let waiting = Shared<(event: TrackedEvent, base: any AnalyticsEventTracker)?>(nil)

    func track(_ event: TrackedEvent) {
      if let last = waiting.exchange((event, base)) { last.base.track(last.event) }
    }
  }

  @Test func `It gives a destination its name, and a name around it wins`() {
    #expect(hub(Named(base: Probe("a"))).ledger.entries.map(\.name) == ["written"])
    #expect(hub(Named(base: Probe("a")).named("b")).ledger.entries.map(\.name) == ["b"])
    #expect(hub(Passing(base: Probe("a").named("c"))).ledger.entries.map(\.name) == ["c"])
  }

  @Test func `A call that it forwards later arrives as well`() async {
    let probe = Probe()
    let hub = hub(Late(base: probe))
    hub.start()
    hub.track(1...3)
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["1", "2"])
  }

  @Test func `Events are made for it, because it has to be called to know`() {
    #expect(hub(Mute(base: Probe())).interest.isAll)
  }
}
