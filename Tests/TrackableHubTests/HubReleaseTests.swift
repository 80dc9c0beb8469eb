import Testing
import Trackable

@testable import TrackableHub

/// What a hub keeps of an adopter's objects, and when it releases them. A deadlock shows as a time limit, or as a trap.
@Suite(.timeLimit(.minutes(1))) struct HubReleaseTests {
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

  private func use(_ hub: TrackerHub, _ body: () async -> Void) async {
    handle.withLock { $0 = hub }
    await body()
    handle.withLock { $0 = nil }
  }

  @Test func `What is dropped for lack of room may use the hub while it is released`() async {
    let hub = hub(Probe(), capacity: 1)
    await use(hub) {
      for _ in 0..<3 {
        track(hub)
        // It is in the queue alone, and no longer on its way there.
        _ = hub.ledger
      }
    }
    #expect(gone.all.count == 2)
  }

  @Test func `What no destination wants may use the hub while it is released`() async {
    var probe = Probe()
    probe.eventTrackingRule = EventTrackingRule(.prohibit, types: [Carrying.self])
    let hub = hub(probe)
    await use(hub) {
      track(hub)
      #expect(hub.entry() == "1 = 0 + 0, 1 prohibited")
    }
    #expect(gone.all.count == 1)
  }

  @Test func `What is lost when a hub ends may use the hub while it is released`() async {
    let hub = hub(Probe())
    await use(hub) {
      track(hub)
      _ = hub.ledger
      #expect(await hub.shutdown() == 1)
    }
    #expect(gone.all.count == 1)
  }

  @Test func `What finds no room is released though nobody reads the ledger`() {
    let hub = hub(Probe(), capacity: 10)
    for _ in 0..<1_000 { track(hub) }
    #expect(gone.all.count >= 1_000 - 10 - HubQueue.inboxSize)
    #expect(hub.entry() == "1000 = 0 + 10, 990 overflow")
  }
}
