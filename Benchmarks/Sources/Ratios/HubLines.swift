import CBlackHole
import Cases
import Dispatch
import Foundation
import TrackableHub

/// What a hub costs its callers, and how fast it delivers.
enum HubLines {
  private static let batch = 500

  static func measure() -> [Line] { burst() + lone() }

  private static func burst() -> [Line] {
    let chain = HubChain(destinations: 10)
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
        what: "handing a burst to a hub with 10 destinations: an event", figure: enqueueing.min() ?? .nan, unit: "ns",
        goal: .atMost(300)),
      Line(what: "the same, until all have it", figure: delivering.min() ?? .nan, unit: "ns", goal: nil),
      Line(what: "handing an event to a hub: allocations", figure: allocations, unit: "", goal: nil),
    ]
  }

  /// An event every ten milliseconds, when the hub has nothing to do, and the processor has forgotten everything. The
  /// reference is a tracker that only counts.
  private static func lone() -> [Line] {
    let chain = HubChain(destinations: 10)
    chain.hub.start()
    let hub = chain.hub
    waiting { await hub.flush() }
    let event = chain.event
    let counting = CountingTracker.combined(1)
    var times: [Double] = []
    var referenceTimes: [Double] = []
    for _ in 0..<101 {
      usleep(10_000)
      times.append(time { chain.track(times: 1) })
      usleep(10_000)
      referenceTimes.append(time { counting.track(event) })
    }
    return [
      Line(
        what: "handing a lone event to a hub, every 10 ms", reference: referenceTimes.median.nanoseconds,
        figure: times.median / 1_000, unit: "us", goal: .atMost(3))
    ]
  }

  private static func time(_ body: () -> Void) -> Double {
    _ = monotonic_nanoseconds()  // Reading the clock for the first time after a pause takes long.
    let start = monotonic_nanoseconds()
    body()
    return Double(monotonic_nanoseconds() - start)
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
