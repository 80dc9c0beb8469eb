import CBlackHole
import Cases
import Dispatch
import Foundation
import Synchronization
import Trackable
import TrackableHub

/// What a hub costs its callers, and how fast it delivers.
enum HubLines {
  private static let batch = 500

  static func measure() -> [Line] {
    [1, 10].flatMap { destinations in [1, 8].map { burst(destinations, producers: $0) } }
      + [stuck()] + delivery() + [1, 10].map { lone($0) } + [lone(10, isOld: true)]
  }

  /// Many events, one immediately after the other, from one thread or from more than there are processors.
  private static func burst(_ destinations: Int, producers: Int) -> Line {
    let hub = started(HubChain(destinations: destinations).hub)
    let time = handingOver(to: hub, producers: producers)
    waiting { await hub.shutdown() }
    return Line(
      what: "a burst to a hub: \(destinations) \(destinations == 1 ? "destination" : "destinations"), "
        + "\(producers) \(producers == 1 ? "thread" : "threads"): an event",
      figure: time, unit: "ns", goal: .atMost(300))
  }

  /// The same while a destination does not return, and everything waits for it that may.
  private static func stuck() -> Line {
    let hub = started(TrackerHub([StuckDestination()] + (0..<9).map { _ in CountingTracker() }))
    hub.track(event)
    for number in 0..<2_000 { hub.identify("\(number)") }
    let time = handingOver(to: hub, producers: 1)
    waiting { await hub.shutdown(timeout: .zero) }
    return Line(
      what: "a burst to a hub: 10 destinations, of which one is stuck: an event", figure: time, unit: "ns",
      goal: .atMost(300))
  }

  /// Nanoseconds for an event, from any of the threads. The best of several rounds, between which everything arrives.
  private static func handingOver(to hub: TrackerHub, producers: Int) -> Double {
    var best = Double.infinity
    for _ in 0..<31 {
      // Each thread has an event of its own, as in an app: otherwise they would contend for the properties.
      let time = ThreadRace.time(threads: producers, operations: batch) {
        let event = event
        return { hub.track(event) }
      }
      best = min(best, time / Double(producers))
      waiting { await hub.flush(timeout: .milliseconds(100)) }
    }
    return best
  }

  private static func delivery() -> [Line] {
    let chain = HubChain(destinations: 10)
    let hub = started(chain.hub)
    let flush = { waiting { await hub.flush() } }
    var delivering = Double.infinity
    for _ in 0..<51 {
      let start = monotonic_nanoseconds()
      chain.track(times: batch)
      flush()
      delivering = min(delivering, Double(monotonic_nanoseconds() - start) / Double(batch))
    }
    let allocations = Allocations.perCall(batch: batch) {
      chain.track(times: batch)
      flush()
    }
    return [
      Line(what: "an event until all 10 destinations have it, in a burst", figure: delivering, unit: "ns", goal: nil),
      Line(what: "an event until all 10 destinations have it: allocations", figure: allocations, unit: "", goal: nil),
    ]
  }

  /// An event every ten milliseconds, when the hub has nothing to do, and the processor has forgotten everything. The
  /// reference is the least that keeping such an event takes: a lock, and a place in an array that no thread ever reads.
  ///
  /// - Parameter isOld: Whether the event was made long ago and has been forgotten too. That is not so in an app, where an
  ///   event is made, and then handed over.
  private static func lone(_ destinations: Int, isOld: Bool = false) -> Line {
    let chain = HubChain(destinations: destinations)
    let hub = started(chain.hub)
    waiting { await hub.flush() }
    let kept = Mutex<[TrackedEvent]>([])
    kept.withLock { $0.reserveCapacity(1_000) }
    let old = event
    var (times, floors): ([Double], [Double]) = ([], [])
    for _ in 0..<101 {
      usleep(10_000)
      let event = isOld ? old : event
      times.append(time { chain.hub.track(event) })
      usleep(10_000)
      let other = isOld ? old : self.event
      floors.append(time { kept.withLock { $0.append(other) } })
    }
    return Line(
      what: "a lone event every 10 ms to a hub: \(destinations) \(destinations == 1 ? "destination" : "destinations")"
        + (isOld ? ", an old event" : "") + " / an array under a lock",
      ours: times.median.nanoseconds, reference: floors.median.nanoseconds, figure: times.median / floors.median,
      unit: "x", goal: isOld ? nil : .atMost(4))
  }

  private static var event: TrackedEvent { HubChain.newEvent() }

  private static func started(_ hub: TrackerHub) -> TrackerHub {
    hub.start()
    return hub
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

/// Takes its batch, and does not return before it is cancelled.
private struct StuckDestination: AnalyticsDestination {
  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    try await Task.sleep(for: .seconds(3_600))
    return .accepted
  }
}
