import Foundation
import Trackable
import TrackableHTTP
import TrackableHub

/// How fast events go from a hub to a server on this machine, through the store. It prints figures and judges
/// nothing but that all has arrived.
struct Load {
  let format: any WireFormat
  let count: Int
  /// What every event has beside its own properties: device, visit and installation, or nothing.
  let context: TrackedProperties

  private enum Events: String, Event { case tapped }

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trackable-load-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let destination = try HTTPDestination(
      format, folder: folder, store: StorePolicy(bytes: 1_000_000_000), sending: SendingPolicy(count: 5_000))
    let hub = TrackerHub([destination])
    let beginning = ContinuousClock.now
    hub.start()
    await TrackableSystem.withTracker(hub) {
      let context = TrackingContext().appending(context)
      for number in 0..<count {
        // An app tracks no faster than its disk for long: more than 32 MB may not wait.
        if number.isMultiple(of: 1_000) {
          while hub.ledger.entries.contains(where: { $0.waiting > 20_000 }) {
            try? await Task.sleep(for: .milliseconds(1))
          }
        }
        context.track(
          Events.tapped,
          trackedProperties: [
            "screen" ~>> "Album list", "album" ~>> "Imagine", "row" ~>> number, "isBought" ~>> true, "price" ~>> 9.99,
            "position" ~>> 0.5,
          ])
      }
      await hub.flush(timeout: .seconds(300))
    }
    let rate = Int(Double(count) / (beginning.duration(to: .now) / .seconds(1)))
    guard hub.ledger.entries.allSatisfy({ $0.delivered == count }) else {
      print("Not everything arrived: \(hub.ledger)")
      exit(1)
    }
    print("\(rate) events a second, with \(6 + context.count) properties each")
  }
}
