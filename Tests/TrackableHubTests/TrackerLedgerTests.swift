import Testing
import Trackable
import TrackableApp
import TrackableTesting

@testable import TrackableHub

/// What the account of a hub shows: columns, and what stands in front of a destination or waits for it.
@Suite(.timeLimit(.minutes(10))) struct TrackerLedgerTests {
  @Test func `The ledger's description is a table of the columns that have something`() {
    var (mixpanel, backend) = (TrackerLedger.Entry(name: "Mixpanel"), TrackerLedger.Entry(name: "Backend"))
    (mixpanel.accepted, mixpanel.waiting, mixpanel.suppressed) = (18, 3, 7)
    (mixpanel[.delivered], mixpanel[.overflow], mixpanel[.rejected]) = (12, 1, 2)
    mixpanel.add((held: 2, dropped: 0))
    (backend.accepted, backend.adopted, backend.stored, backend[.delivered], backend.handedOver) = (18, 7, 4, 20, 1)
    let ledger = TrackerLedger(entries: [mixpanel, backend])
    #expect(
      ledger.description == """
        destination  (suppressed)  accepted  + adopted  = held  + waiting  + stored  + delivered  + handed over  + dropped
        Mixpanel                7        20          0       2          3         0           12              0          3: 1 without room, 2 refused
        Backend                 0        18          7       0          0         4           20              1          0
        """)
    #expect(ledger["Mixpanel"] == mixpanel && ledger["Other"] == nil && ledger.outstanding == 3)
    #expect(mixpanel.dropped == 3)
  }

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

  @Test func `A flush and a shutdown say what is left in gates`() async {
    let (probe, consent) = (Probe(), Consent())
    let hub = hub(probe.requiringConsent(.analytics, from: consent))
    hub.start()
    hub.track(1...2)
    let left = "0 delivered, 0 failed, 2 pending, 2 left at probe"
    #expect(await hub.flush(timeout: .seconds(9)).text == left)
    #expect(await hub.shutdown(timeout: .seconds(9)).text == left)
    #expect(
      hub.ledger.description == """
        destination  accepted  = held  + waiting  + delivered  + dropped
        probe               2       2          0            0          0
        """)
  }

  @Test func `Where a destination stores calls, as many wait as have room in bytes`() async {
    let (storing, issues) = (Storing(), Mailbox<TrackableIssue>())
    let hub = hub(storing, capacity: 1, issues: issues) { $0.byteCapacity = 1_000_000 }
    func track(_ count: Int, bytes: Int) {
      let text = String(repeating: "a", count: bytes)
      for number in 0..<count {
        hub.track(TrackedEvent(IdentifiedByNumber(number: number), properties: ["text" ~>> text]))
      }
    }
    track(500, bytes: 1_000)
    #expect(hub.ledger.entries[0].waiting == 500 && issues.all.isEmpty)
    track(50, bytes: 100_000)
    let entry = hub.ledger.entries[0]
    // Nine of the large ones, and none of the small ones.
    #expect(entry.waiting == 9 && entry[.overflow] == 541)
    #expect(await issues.kinds(1, in: hub) == [.queueOverflow])
    hub.start()
    #expect(await hub.flush(timeout: .seconds(9)).delivered == 9)
  }
}
