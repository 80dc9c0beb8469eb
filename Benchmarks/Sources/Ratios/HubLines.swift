import CBlackHole
import Cases
import Dispatch
import TrackableHub

/// What a hub costs its callers, and how fast it delivers.
enum HubLines {
  private static let batch = 500

  static func measure() -> [Line] {
    let chain = HubChain()
    chain.hub.start()
    let hub = chain.hub
    let flush = { waiting { await hub.flush() } }
    flush()
    var enqueueing: [Double] = []
    var delivering: [Double] = []
    for _ in 0..<101 {
      let start = monotonic_nanoseconds()
      chain.track(times: batch)
      enqueueing.append(Double(monotonic_nanoseconds() - start) / Double(batch))
      flush()
      delivering.append(Double(monotonic_nanoseconds() - start) / Double(batch))
    }
    let allocations = Allocations.perCall(batch: batch) {
      chain.track(times: batch)
      flush()
    }
    return [
      Line(
        what: "handing an event to a hub, while it delivers", figure: enqueueing.min() ?? .nan, unit: "ns",
        goal: .atMost(200)),
      Line(what: "the same, until it was delivered", figure: delivering.min() ?? .nan, unit: "ns", goal: nil),
      Line(what: "handing an event to a hub: allocations", figure: allocations, unit: "", goal: nil),
    ]
  }

  /// Blocks the main thread until asynchronous work is done. The hub does not need that thread.
  private static func waiting(for work: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      await work()
      isDone.signal()
    }
    isDone.wait()
  }
}
