import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

/// Calls that gates hold are in the account of the hub behind them.
@Suite(.timeLimit(.minutes(10))) struct HeldInLedgerTests {
  @Test(arguments: ["inside", "in front", "both"])
  func `The ledger has the calls that a gate holds, and each is in one column when it leaves`(place: String) async {
    let (probe, other, consent) = (Probe(), Probe("other"), Consent())
    let isInside = place != "in front"
    let hub = hub(isInside ? probe.requiringConsent(.analytics, from: consent).renaming(.snakeCase) : probe, other)
    hub.start()
    let tracker: any AnalyticsEventTracker =
      place == "inside" ? hub : hub.named("hub").requiringConsent(.advertising, from: consent).filter { $0.name != "4" }
    TrackableSystem.withTracker(tracker) {
      for number in 1...4 { TrackableSystem.track(IdentifiedByNumber(number: number)) }
    }
    let count = place == "inside" ? 4 : 3
    let otherCount = place == "inside" ? 0 : 3
    func held(_ name: String) -> [Int] { hub.ledger[name].map { [$0.accepted, $0.held] } ?? [] }
    #expect(held("probe") == [count, count])
    #expect(held("other") == [place == "inside" ? 4 : otherCount, otherCount])
    let flushed = await hub.flush(timeout: .seconds(9))
    #expect(flushed.pending == count + otherCount && flushed.open["probe"] == count)
    consent.grant(.advertising)
    // In both: those that have left the first gate wait in the second one.
    #expect(held("probe") == [count, isInside ? count : 0])
    consent.grant(.analytics)
    #expect(await hub.flush(timeout: .seconds(9)).isComplete)
    #expect(hub.entry() == "\(count) = \(count) + 0" && held("probe") == [count, 0])
  }

  @Test func `A shutdown says what is left in gates`() async {
    let (probe, consent) = (Probe(), Consent())
    let hub = hub(probe.requiringConsent(.analytics, from: consent))
    hub.start()
    hub.track(1...2)
    #expect(await hub.shutdown(timeout: .seconds(9)).text == "0 delivered, 0 failed, 2 pending, 2 left at probe")
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
