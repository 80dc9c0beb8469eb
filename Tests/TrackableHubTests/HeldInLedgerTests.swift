import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// Calls that wait in front of a hub or a store are in the account of the hub.
@Suite(.timeLimit(.minutes(10))) struct HeldInLedgerTests {
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
