import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableTesting

/// The hub's ledger of a destination that stores, and how much there is room for.
@Suite(.timeLimit(.minutes(10))) struct HubLedgerTests {
  private func track(_ numbers: Range<Int>, _ properties: TrackedProperties = ["number" ~>> 1], in hub: TrackerHub) {
    for number in numbers { hub.track(TrackedEvent(Named(name: "\(number)", properties: properties))) }
  }

  /// The columns that are not 0.
  private func columns(_ hub: TrackerHub) -> [String: Int] {
    let entry = hub.ledger.entries[0]
    #expect(entry.adds)
    var columns = [
      "accepted": entry.accepted, "adopted": entry.adopted, "suppressed": entry.suppressed, "held": entry.held,
      "waiting": entry.waiting, "stored": entry.stored, "delivered": entry.delivered, "handed over": entry.handedOver,
    ]
    for fate in TrackerLedger.Fate.allCases { columns["\(fate)"] = entry[fate] }
    return columns.filter { $0.value != 0 }
  }

  @Test func `A call is in one column, over gates, processes, a denial and the end of the hub`() async throws {
    let isOnline = Lock(false)
    let world = try DestinationWorld { _, rows in
      isOnline.withLock { $0 } ? .verdict(never: Set(rows.indices.filter { rows[$0].name == "9" })) : .respond(500)
    }
    let consent = Consent()
    let destination = try world.makeDestination().filter { $0.name != "5" }
    let hub = TrackerHub([destination.requiringConsent(.analytics, from: consent)], clock: ManualClock())
    hub.start()
    track(0..<10, in: hub)
    await hub.flush(timeout: .seconds(60))
    #expect(columns(hub) == ["accepted": 10, "held": 10])
    #expect(!world.everythingStored().contains(Data("number".utf8)), "nothing is on disk before there is consent")
    consent.grant(.analytics)
    await hub.flush(timeout: .seconds(60))
    #expect(columns(hub) == ["accepted": 9, "suppressed": 1, "stored": 9])

    // An extension sends what is on disk; the service refuses one.
    isOnline.withLock { $0 = true }
    let other = TrackerHub([try world.makeDestination()], clock: ManualClock())
    other.start()
    // Right after the start.
    let result: DeliveryResult = await other.flush(timeout: .seconds(60))
    #expect(result.delivered == 8 && result.pending == 0)
    #expect(columns(other) == ["adopted": 9, "delivered": 8, "rejected": 1])
    #expect(Set(world.taken.map(\.name)) == Set((0..<9).filter { $0 != 5 }.map(String.init)))
    await other.shutdown(timeout: .seconds(60))
    isOnline.withLock { $0 = false }
    track(10..<13, in: hub)
    await hub.flush(timeout: .seconds(60))
    #expect(columns(hub) == ["accepted": 12, "suppressed": 1, "handed over": 9, "stored": 3])

    // A denial is a sign-out, which goes with the events, and a purge, of which no service hears.
    consent.deny(.analytics)
    await hub.flush(timeout: .seconds(60))
    #expect(columns(hub) == ["accepted": 14, "suppressed": 1, "handed over": 9, "purged": 4, "delivered": 1])
    consent.grant(.analytics)
    await hub.shutdown(timeout: .seconds(60))
    track(13..<14, in: hub)
    #expect(columns(hub)["late"] == 1 && columns(hub)["accepted"] == 15)
  }

  @Test func `A burst of 20,000 events is not lost, with the default settings`() async throws {
    let world = try DestinationWorld { _, _ in .respond(500) }
    let hub = TrackerHub([try world.makeDestination()])
    hub.start()
    track(0..<20_000, in: hub)
    await until { hub.ledger.entries[0].waiting == 0 }
    let entry = hub.ledger.entries[0]
    #expect(entry.accepted == 20_000 && entry.dropped == 0 && entry.stored == 20_000, "\(hub.ledger)")
  }

  @Test func `Calls that wait for the disk take 32 MB at most`() async throws {
    let world = try DestinationWorld()
    let destination = try world.makeDestination()
    // It is not started, as if its disk did not answer.
    let hub = TrackableSystem.withTracker(NoOpTracker()) { TrackerHub([destination], clock: ManualClock()) }
    track(0..<40, ["text" ~>> String(repeating: "a", count: 1_000_000)], in: hub)
    let entry = hub.ledger.entries[0]
    #expect(entry.waiting == 31 && entry.dropped == 9)
  }
}

extension TrackerLedger.Entry {
  /// Whether the equation holds, and no column is negative.
  var adds: Bool {
    let columns = [held, waiting, stored, delivered, handedOver, dropped]
    return accepted + adopted == columns.reduce(0, +) && columns.allSatisfy { $0 >= 0 }
  }
}
