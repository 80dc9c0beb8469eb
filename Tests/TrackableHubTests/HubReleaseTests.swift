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

  private func use(_ hub: TrackerHub, _ body: () async -> Void) async {
    handle.withLock { $0 = hub }
    await body()
    handle.withLock { $0 = nil }
  }

  @Test func `A call that is dropped for lack of room may use the hub while it is released`() async {
    let hub = hub(Probe(), capacity: 1)
    await use(hub) {
      for _ in 0..<3 {
        track(hub)
        // It is in the queue alone, and not on its way there.
        _ = hub.ledger
      }
    }
    // Another thread may be the one that takes a call off the hub's hands.
    await gone.elements(2)
    #expect(gone.all.count == 2)
  }

  @Test func `A call that is lost when a hub ends may use the hub while it is released`() async {
    let hub = hub(Probe())
    await use(hub) {
      track(hub)
      _ = hub.ledger
      #expect(await hub.shutdown().failed == 1)
    }
    #expect(gone.all.count == 1)
  }

  @Test func `A delivered call may use the hub while it is released`() async {
    let hub = hub(Probe.releasing())
    hub.start()
    await use(hub) {
      for _ in 0..<3 { track(hub) }
      #expect(await hub.flush(timeout: .seconds(1)).isComplete)
      await gone.elements(3)
    }
  }

  @Test func `A call after the end, or to a destination that the hub has given up, may use the hub as well`() async {
    var probe = Probe.releasing()
    probe.onConfigure = { _ in throw Probe.Refusal() }
    let hub = hub(probe, retry: RetryPolicy(limit: 0))
    hub.start()
    await use(hub) {
      #expect(await !hub.started)
      track(hub)
      #expect(hub.entry() == "1 = 0 + 0, 1 failed")
      await gone.elements(1)
    }
    let ended = TrackableHubTests.hub(Probe.releasing())
    await use(ended) {
      await ended.shutdown()
      track(ended)
      #expect(ended.entry() == "1 = 0 + 0, 1 after shutdown")
      await gone.elements(2)
    }
  }

  @Test func `A rejected, expired, purged or kept call may use the hub while it is released`() async {
    var probe = Probe.releasing()
    probe.onBatch = { batch, _ in .rejected(batch.map(\.id), because: "no") }
    let clock = ManualClock()
    let hub = hub(probe, clock: clock) { $0.maximumAge = .seconds(10) }
    await use(hub) {
      track(hub)
      _ = hub.ledger
      clock.advance(by: .seconds(11))
      track(hub)
      #expect(await hub.startAndFlush().failed == 2)
      await gone.elements(2)
      hub.pause()
      track(hub)
      hub.purge()
      await gone.elements(3)
    }
    let refusing = TrackableHubTests.hub(
      Probe.releasing().prohibiting(eventTypes: [Carrying.self]), Probe.releasing("b").filter { _ in false })
    refusing.start()
    await use(refusing) {
      track(refusing)
      await refusing.flush(timeout: .seconds(1))
      await gone.elements(4)
    }
  }

  @Test func `What finds no room is released though nobody reads the ledger`() async {
    let hub = hub(Probe(), capacity: 10, batch: Batch())
    for _ in 0..<10_000 { track(hub) }
    // Some is on its way: nothing looks before there is more.
    await gone.elements(10_000 - 10 - HubInbox.limit)
    #expect(hub.entry() == "10000 = 0 + 10, 9990 overflow")
  }
}

extension Probe {
  /// One that keeps none of its calls.
  fileprivate static func releasing(_ name: String = "probe") -> Probe {
    var probe = Probe(name)
    probe.keeps = false
    return probe
  }
}
