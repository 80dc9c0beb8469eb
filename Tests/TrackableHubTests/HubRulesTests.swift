import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

private struct Opened: AnalyticsEvent {}

/// Which destination gets which calls, and its line in the ledger.
@Suite(.timeLimit(.minutes(10))) struct HubRulesTests {
  @Test func `Any tracker is a destination, and a combination is several`() async {
    let log = CallLog()
    let hub = hub(
      log.tracker("a").combined(with: log.tracker("b")), NoOpTracker(),
      log.tracker("c").prohibiting(eventTypes: [Opened.self]).named("d"))
    #expect(hub.ledger.entries.map(\.name) == ["a", "b", "d"])
    hub.start()
    #expect(await hub.started)
    hub.track(Opened())
    await hub.flush(timeout: .seconds(1))
    #expect(Set(log.calls.map { $0.prefix(8) }) == ["a: track", "b: track", "a: flush", "b: flush", "c: flush"])
    #expect(hub.entry("d") == "0 = 0 + 0")
  }

  @Test func `The ledger's description is a table`() {
    var entry = TrackerLedger.Entry(name: "Mixpanel")
    (entry.accepted, entry.events, entry.waiting, entry.retrying) = (18, 14, 3, 1)
    (entry[.delivered], entry[.overflow], entry[.rejected]) = (12, 1, 2)
    let ledger = TrackerLedger(entries: [entry])
    #expect(
      ledger.description == """
        destination  accepted  = waiting  + delivered  + dropped
        Mixpanel           18          3           12          3: 1 without room, 2 refused
        """)
    #expect(ledger["Mixpanel"] == entry && ledger["Other"] == nil && ledger.outstanding == 3)
    #expect(entry.dropped == 3)
    var storing = TrackerLedger.Entry(name: "Backend")
    (storing.accepted, storing.adopted, storing.stored, storing[.delivered], storing.handedOver) = (18, 7, 4, 20, 1)
    #expect(
      TrackerLedger(entries: [entry, storing]).description == """
        destination  accepted  + adopted  = waiting  + stored  + delivered  + handed over  + dropped
        Mixpanel           18          0          3         0           12              0          3: 1 without room, 2 refused
        Backend            18          7          0         4           20              1          0
        """)
    entry.suppressed = 7
    entry.add((held: 2, dropped: 0))
    #expect(
      TrackerLedger(entries: [entry]).description == """
        destination  (suppressed)  accepted  = held  + waiting  + delivered  + dropped
        Mixpanel                7        20       2          3           12          3: 1 without room, 2 refused
        """)
  }
}
