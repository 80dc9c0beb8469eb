import CAllocationCounter
import Trackable

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Counts the allocations of an event on its way through combinators, and fails if there is one that the destination
/// alone would not make.
///
///     swift run -c release --package-path Benchmarks Allocations
@main struct Allocations {
  static func main() {
    guard allocation_counter_is_available() else {
      print("Allocations are counted on Linux with glibc only.")
      return
    }
    guard allocations(perRunOf: { sink.note([Int](repeating: 1, count: $0 % 3 + 1)) }) == 1 else {
      print("error: the counter does not count.")
      exit(1)
    }

    let alone = allocationsPerEvent(destination)
    print("allocations an event")
    print(row("the destination alone", alone))
    var tooMany = 0
    for (name, tracker) in compositions {
      let composed = allocationsPerEvent(tracker)
      print(row(name, composed))
      if composed > alone { tooMany += 1 }
    }
    if tooMany > 0 {
      print("error: \(tooMany) of \(compositions.count) compositions allocate more than the destination alone.")
      exit(1)
    }
  }

  private static func row(_ name: String, _ allocations: Double) -> String {
    "  \(name)" + String(repeating: " ", count: max(1, 56 - name.count)) + "\(allocations)"
  }

  /// The tracker is an existential, as it is where an app keeps it.
  private static func allocationsPerEvent(_ tracker: any AnalyticsEventTracker) -> Double {
    let event = TrackedEvent(AlbumEvent.rated, properties: ["album" ~>> "Imagine", "year" ~>> 1971])
    return allocations { _ in tracker.track(event) }
  }

  /// Allocations of one run of `body`, on average.
  private static func allocations(perRunOf body: (Int) -> Void) -> Double {
    let runs = 10_000
    for run in 0..<100 { body(run) }  // What is made once does not count: names, metadata.
    let before = allocation_counter_of_this_thread()
    for run in 0..<runs { body(run) }
    return Double(allocation_counter_of_this_thread() - before) / Double(runs)
  }
}
