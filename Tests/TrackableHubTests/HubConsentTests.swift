import TestSupport
import Testing
import Trackable

@testable import TrackableHub

/// Consent around destinations of a hub, and a purge of what waits.
@Suite(.timeLimit(.minutes(1))) struct HubConsentTests {
  private let consent = Consent()

  @Test func `What was tracked while nothing was allowed is never delivered, although it waits for the worker`() async {
    let probe = Probe()
    let hub = hub(probe.requiringConsent(.analytics, from: consent))
    consent.deny(.analytics)
    hub.track(1...3)
    consent.grant(.analytics)
    hub.track(4...5)
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["reset", "purge", "4", "5"])
    #expect(probe.configurations.all == [1])
  }

  @Test func `What is held goes to the destination through its worker, in order`() async {
    let (probe, open) = (Probe(), Probe("open"))
    let hub = hub(open, probe.requiringConsent(.analytics, from: consent).renaming(.custom { "\($0)!" }))
    hub.start()
    hub.identify("john")
    hub.track(1...2)
    await hub.flush(timeout: .seconds(1))
    #expect(open.received.all == ["identify john", "1", "2"])
    #expect(probe.received.all == [])
    consent.grant(.analytics)
    hub.track(3...3)
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["identify john", "1!", "2!", "3!"])
    #expect(hub.entry() == "4 = 4 + 0")
  }

  @Test func `A denial reaches a destination as one reset and one purge, and what waits is dropped`() async {
    let consent = Consent([.analytics: .granted])
    let (probe, open) = (Probe(), Probe("open"))
    let hub = hub(probe.requiringConsent(.analytics, from: consent), open)
    hub.identify("john")
    hub.track(1...3)
    consent.deny(.analytics)
    hub.track(4...4)
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["identify john", "reset", "purge"])
    #expect(hub.entry() == "6 = 3 + 0, 3 purged")
    #expect(open.received.all == ["identify john", "1", "2", "3", "4"])
  }

  @Test func `A gate deep inside a combination is found`() async {
    let (first, second) = (Probe("first"), Probe("second"))
    let log = CallLog()
    let consent = Consent([.analytics: .granted])
    let inside = first.requiringConsent(.advertising, from: consent)
      .combined(with: second)
      .combined(with: log.tracker("plain").requiringConsent(.advertising, from: consent).adapter(name: "named"))
    let hub = hub(inside.filter { $0.name != "2" }.requiringConsent(.analytics, from: consent))
    hub.start()
    hub.track(1...3)
    consent.update([.advertising: .denied])
    await hub.flush(timeout: .seconds(1))
    consent.grant(.advertising)
    hub.track(4...4)
    await hub.flush(timeout: .seconds(1))
    #expect(first.received.all == ["reset", "purge", "4"])
    #expect(second.received.all == ["1", "3", "4"])
    #expect(log.calls.filter { $0.contains("track") }.count == 1)
    #expect(log.calls.count { $0.contains("purge") } == 1)
    #expect(hub.ledger.entries.map(\.name) == ["first", "second", "named"])
  }

  @Test func `A purge drops what waits, except who the user is, and what the worker has in hand`() async {
    var probe = Probe()
    let (arrived, goOn) = (Mailbox<Int>(), Mailbox<Int>())
    probe.onDeliver = { [goOn] delivery in
      if delivery == "1" {
        arrived.put(1)
        _ = await goOn.elements(1)
      }
    }
    let hub = hub(probe)
    hub.start()
    hub.track(1...3)
    hub.identify("john")
    hub.track(4...40)
    _ = await arrived.elements(1)
    hub.purge()
    hub.track(41...41)
    goOn.put(1)
    await hub.flush(timeout: .seconds(5))
    #expect(probe.received.all == ["1", "identify john", "purge", "41"])
    #expect(hub.entry() == "43 = 4 + 0, 39 purged")
  }
}
