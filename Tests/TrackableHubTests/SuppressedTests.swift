import Testing
import Trackable
import TrackableApp
import TrackableHub

/// The ledger counts the events that a combinator in front of a destination keeps out.
@Suite(.timeLimit(.minutes(10))) struct SuppressedTests {
  @Test func `Only events are counted, and each once, when the gate before it lets it through`() async {
    let (probe, consent) = (Probe(), Consent())
    let hub = hub(
      probe.once(per: .launch) { _ in true }.filterUserProperties { _ in false }
        .requiringConsent(.analytics, from: consent))
    hub.start()
    for _ in 0..<3 { hub.track([1]) }
    hub.update(TrackedUserProperty(Mood(value: "good")))
    #expect(hub.ledger.entries[0].suppressed == 0)
    consent.grant(.analytics)
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["1"])
    #expect(hub.ledger.entries[0].suppressed == 2)
  }
}
