import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

/// What a hub keeps of an adopter's objects, and when it releases them. A deadlock shows as a time limit, or as a trap.
@Suite(.timeLimit(.minutes(10))) struct HubReleaseTests {
  /// Reads the hub's ledger in its `deinit`, and so needs the hub's lock.
  private final class Passenger: Sendable {
    let hub: Lock<TrackerHub?>
    let gone: Mailbox<Int>

    init(_ hub: Lock<TrackerHub?>, _ gone: Mailbox<Int>) {
      self.hub = hub
      self.gone = gone
    }

    deinit { gone.put(hub.withLock { $0 }?.ledger.entries.count ?? 0) }
  }

  private struct Carrying: AnalyticsEvent {
    let passenger: Passenger
  }

  private let handle = Lock<TrackerHub?>(nil)
  private let gone = Mailbox<Int>()

  private func track(_ hub: TrackerHub) { hub.track(Carrying(passenger: Passenger(handle, gone))) }

  /// What becomes of a call.
  enum Fate: CaseIterable { case overflow, lost, delivered, rejected, expired, purged, givenUp, late, keptOut }

  @Test(arguments: Fate.allCases)
  func `A call may use the hub while it is released, whatever becomes of it`(fate: Fate) async {
    var probe = Probe()
    probe.keeps = false
    if fate == .rejected { probe.onBatch = { batch, _ in .rejected(batch.map(\.id), because: "no") } }
    if fate == .givenUp { probe.onConfigure = { _ in throw Probe.Refusal() } }
    let clock = ManualClock()
    var tracker: any AnalyticsEventTracker = probe
    if fate == .keptOut {
      tracker = probe.filter { _ in false }.combined(with: probe.prohibiting(eventTypes: [Carrying.self]))
    }
    let hub = hub(tracker, capacity: fate == .overflow ? 1 : 10, retry: RetryPolicy(limit: 0), clock: clock) {
      $0.maximumAge = .seconds(10)
    }
    if fate == .givenUp {
      hub.start()
      #expect(await !hub.started)
    }
    if fate == .late { await hub.shutdown() }
    handle.withLock { $0 = hub }
    for _ in 0..<3 {
      track(hub)
      // It is in the queue alone, and not on its way there.
      _ = hub.ledger
    }
    switch fate {
    case .overflow, .givenUp, .late, .keptOut: break
    case .lost: #expect(await hub.shutdown().failed == 3)
    case .delivered: #expect(await hub.startAndFlush().delivered == 3)
    case .rejected: #expect(await hub.startAndFlush().failed == 3)
    case .expired:
      clock.advance(by: .seconds(11))
      #expect(await hub.startAndFlush().failed == 3)
    case .purged: hub.purge()
    }
    // Another thread may be the one that takes a call off the hub's hands.
    await gone.elements(fate == .overflow ? 2 : 3)
    handle.withLock { $0 = nil }
  }

  @Test func `What finds no room is released though nobody reads the ledger`() async {
    let hub = hub(Probe(), capacity: 10, batch: Batch())
    for _ in 0..<10_000 { track(hub) }
    // Some is on its way: nothing looks before there is more.
    await gone.elements(10_000 - 10 - HubInbox.limit)
    #expect(hub.entry() == "10000 = 0 + 10, 9990 overflow")
  }
}
