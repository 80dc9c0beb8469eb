import Testing
import Trackable

@testable import TrackableHub

@Suite struct TrackerLedgerTests {
  @Test func `The ledger's description is a table of the columns that have something`() {
    var mixpanel = TrackerLedger.Entry(name: "Mixpanel")
    (mixpanel.accepted, mixpanel.events, mixpanel.waiting, mixpanel.retrying) = (18, 14, 3, 1)
    (mixpanel[.delivered], mixpanel[.overflow], mixpanel[.rejected]) = (12, 1, 2)
    let ledger = TrackerLedger(entries: [mixpanel])
    #expect(
      ledger.description == """
        destination  accepted  = waiting  + delivered  + dropped
        Mixpanel           18          3           12          3: 1 without room, 2 refused
        """)
    #expect(ledger["Mixpanel"] == mixpanel && ledger["Other"] == nil && ledger.outstanding == 3)
    #expect(mixpanel.dropped == 3)
    mixpanel.suppressed = 7
    mixpanel.add((held: 2, dropped: 0))
    var backend = TrackerLedger.Entry(name: "Backend")
    (backend.accepted, backend.adopted, backend.stored, backend[.delivered], backend.handedOver) = (18, 7, 4, 20, 1)
    #expect(
      TrackerLedger(entries: [mixpanel, backend]).description == """
        destination  (suppressed)  accepted  + adopted  = held  + waiting  + stored  + delivered  + handed over  + dropped
        Mixpanel                7        20          0       2          3         0           12              0          3: 1 without room, 2 refused
        Backend                 0        18          7       0          0         4           20              1          0
        """)
  }
}
