import Foundation
import Trackable
import TrackableHTTP
import TrackableHub

/// How fast events go from a hub to a server on this machine. It prints its figures; only a rate that no app
/// could use fails.
@MainActor struct Rate {
  private static let count = 200_000

  let server: ClickHouse
  let table: String

  func run() async {
    await server.start(table: table)
    let destination: HTTPDestination
    do {
      destination = try HTTPDestination(
        .clickHouse(at: WireServer(server.url)), folder: server.root.appending(path: "folder"),
        store: StorePolicy(bytes: 1_000_000_000),
        sending: SendingPolicy(count: 5_000))
    } catch {
      fail("\(error)")
    }
    var policy = DeliveryPolicy()
    policy.capacity = Self.count
    let hub = TrackerHub([destination], policy: policy)
    let beginning = ContinuousClock.now
    hub.start()
    await TrackableSystem.withTracker(hub) {
      let context = TrackingContext()
      for number in 0..<Self.count {
        // A hub has room for 32 MB. No app tracks as fast as this.
        if number.isMultiple(of: 5_000) {
          while (hub.ledger.entries.first?.waiting ?? 0) > 20_000 { await Task.yield() }
        }
        context.track(
          Tapped(),
          trackedProperties: [
            "screen" ~>> "Album list", "album" ~>> "Imagine", "row" ~>> number, "isBought" ~>> true, "price" ~>> 9.99,
            "position" ~>> 0.5,
          ])
      }
      let tracked = beginning.duration(to: .now)
      say("Tracked: \(Self.count) events, \(tracked / Self.count) each, with the waiting for room")
      await hub.flush(timeout: .seconds(100))
    }
    let duration = beginning.duration(to: .now)
    let rate = Int(Double(Self.count) / (duration / .seconds(1)))
    let rows = await server.query("SELECT uniqExact(id) FROM events")
    check(Int(rows) == Self.count, "all arrived: \(rows)")
    say("From hub to ClickHouse: \(rate) events a second, with 6 properties each")
    await server.remove()
    check(rate > 5_000, "it keeps the pace of an app")
  }
}
