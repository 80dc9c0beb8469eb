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

  @Test func `A withdrawal behind it and in front of it empties what waits`() async {
    let (probe, consent) = (Probe(), Consent([.analytics: .granted]))
    let hub = hub(
      Passing(base: Passing(base: probe).requiringConsent(.analytics, from: consent)),
      batch: Batch(100, .seconds(100)))
    hub.track(1...3)
    consent.deny(.analytics)
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all.filter { $0 != "reset" && $0 != "purge" } == [])
    #expect(hub.ledger.entries[0].delivered <= 2)
  }

  @Test func `An event that it makes is delivered as it was at the call`() async {
    struct Changing: AnalyticsEvent {
      let value: Shared<String>
      var name: String { value.value }
    }
    struct Making: ForwardingTracker {
      var base: any AnalyticsEventTracker
      let value: Shared<String>
      func track(_ event: TrackedEvent) { base.track(TrackedEvent(Changing(value: value))) }
    }
    let (probe, value) = (Probe(), Shared("then"))
    let hub = hub(Making(base: probe, value: value), probe.flatMap { _ in [TrackedEvent(Changing(value: value))] })
    hub.track([1])
    value.set("now")
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["then", "then"])
  }

  @Test func `Events are made for it, because it has to be called to know`() {
    #expect(hub(Mute(base: Probe())).interest.isAll)
  }
}
