import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableTesting

/// The hub's ledger beside what the service has taken.
@Suite(.timeLimit(.minutes(10))) struct HubLedgerTests {
  private struct Numbered: AnalyticsEvent {
    let number: Int
    var name: String { "\(number)" }
    var properties: TrackedProperties { ["number" ~>> number] }
  }

  /// Refuses every tenth event.
  private static func answer(_ rows: [WireRow]) -> ScriptedServer.Answer {
    let bad = rows.indices.filter { Int(rows[$0].name).map { $0 % 10 == 9 } ?? false }
    if bad.isEmpty { return .respond(200) }
    let verdict = RowFormat.Verdict(rejected: bad, isRestTaken: true)
    return .respond(400, body: String(decoding: (try? JSONEncoder().encode(verdict)) ?? Data(), as: UTF8.self))
  }

  @Test func `The ledger has what an earlier launch has left, and a flush right after the start sends it`() async throws
  {
    let world = try DestinationWorld()
    do {
      let hub = TrackerHub([try world.makeDestination()], clock: ManualClock())
      hub.start()
      for number in 0..<5 { hub.track(TrackedEvent(Numbered(number: number))) }
      #expect(await hub.shutdown(timeout: .seconds(60)).isComplete)
    }
    let offline = try DestinationWorld { _, _ in .respond(500) }
    // It is still there when the next one begins, as where an app exchanges its hub.
    let ended = TrackerHub([try offline.makeDestination(in: world.folder)], clock: ManualClock())
    ended.start()
    for number in 5..<8 { ended.track(TrackedEvent(Numbered(number: number))) }
    let end = await ended.shutdown(timeout: .seconds(60))
    #expect(end.pending == 3 && end.open == ["rows": 3])
    #expect(
      ended.ledger.description == """
        destination  accepted  = waiting  + stored  + delivered  + dropped
        rows                3          0         3            0          0
        """)
    let hub = TrackerHub([try world.makeDestination()], clock: ManualClock())
    hub.start()
    let result = await hub.flush(timeout: .seconds(60))
    #expect(result.isComplete && result.delivered == 3)
    #expect(world.taken.map(\.name) == names(0..<8))
    #expect(
      hub.ledger.description == """
        destination  accepted  + adopted  = waiting  + delivered  + dropped
        rows                0          3          0            3          0
        """)
    withExtendedLifetime(ended) {}
  }

  private func names(_ numbers: Range<Int>) -> [String] { numbers.map(String.init) }

  @Test func `Delivered is what the service has acknowledged, and not what is stored`() async throws {
    let isOnline = Lock(false)
    let world = try DestinationWorld { _, rows in isOnline.withLock { $0 } ? Self.answer(rows) : .respond(500) }
    let hub = TrackerHub([try world.makeDestination()], clock: ManualClock())
    hub.start()
    for number in 0..<20 { hub.track(TrackedEvent(Numbered(number: number))) }
    #expect(await hub.flush(timeout: .seconds(60)).open == ["rows": 20])
    var entry = try #require(hub.ledger["rows"])
    #expect(entry.stored == 20 && entry.delivered == 0 && entry.adds)
    isOnline.withLock { $0 = true }
    let result = await hub.flush(timeout: .seconds(60))
    #expect(result.delivered == 18 && result.failed == 2 && result.pending == 0)
    entry = try #require(hub.ledger["rows"])
    #expect(entry.delivered == 18 && entry[.rejected] == 2 && entry.stored == 0 && entry.adds)
    #expect(entry.delivered == world.taken.count)
  }

  @Test func `A burst of 20,000 events is not lost, with the default settings`() async throws {
    let world = try DestinationWorld { _, _ in .respond(500) }
    let destination = try world.makeDestination()
    let hub = TrackerHub([destination])
    hub.start()
    for number in 0..<20_000 { hub.track(TrackedEvent(Numbered(number: number))) }
    await until { hub.ledger.entries[0].waiting == 0 }
    let entry = hub.ledger.entries[0]
    #expect(entry.accepted == 20_000 && entry.dropped == 0 && entry.stored == 20_000, "\(hub.ledger)")
  }

  @Test func `Calls that wait for the disk take 32 MB at most`() async throws {
    let world = try DestinationWorld()
    let destination = try world.makeDestination()
    // It is not started, as if its disk did not answer.
    let hub = TrackableSystem.withTracker(NoOpTracker()) { TrackerHub([destination], clock: ManualClock()) }
    let text = String(repeating: "a", count: 1_000_000)
    for number in 0..<40 {
      hub.track(TrackedEvent(Numbered(number: number), properties: ["text" ~>> text]))
    }
    let entry = hub.ledger.entries[0]
    #expect(entry.waiting == 31 && entry.dropped == 9)
  }
}
