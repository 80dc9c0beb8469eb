import CAllocationCounter
import Cases

/// Counts allocations: exact, and the same every time.
enum AllocationCount {
  /// By case; `nil` where allocations are not counted.
  static func measure(_ cases: [BenchmarkCase]) -> [String: Double]? {
    guard allocation_counter_is_available() else { return nil }
    var figures: [String: Double] = [:]
    for aCase in cases { figures[aCase.name] = allocations(of: aCase.prepare()) }
    return figures
  }

  /// Of one call, to a tenth. What is made once does not count (names, metadata), and what is made now and then (a
  /// larger table) counts as little as it comes.
  private static func allocations(of body: () -> Void) -> Double {
    for _ in 0..<100 { body() }
    let calls = 500
    let before = allocation_counter_of_this_thread()
    for _ in 0..<calls { body() }
    let total = allocation_counter_of_this_thread() - before
    return (Double(total) / Double(calls) * 10).rounded() / 10
  }
}
