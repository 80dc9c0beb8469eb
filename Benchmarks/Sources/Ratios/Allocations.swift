import CAllocationCounter

/// What this thread asks of the allocator. Not a number where allocations are not counted.
enum Allocations {
  /// Allocations of one call, on average.
  static func perCall(batch: Int = 1, _ body: () -> Void) -> Double {
    guard allocation_counter_is_available() else { return .nan }
    for _ in 0..<100 { body() }  // What is made once does not count: names, metadata, caches.
    let calls = 1_000
    let before = allocation_counter_of_this_thread()
    for _ in 0..<calls { body() }
    return Double(allocation_counter_of_this_thread() - before) / Double(calls * batch)
  }

  /// The bytes that are there after `body` and were not before.
  static func bytesLeft(by body: () -> Void) -> Double {
    guard allocation_counter_is_available() else { return .nan }
    allocation_counter_count_bytes(true)
    defer { allocation_counter_count_bytes(false) }
    let before = allocation_counter_live_bytes_of_this_thread()
    body()
    return Double(allocation_counter_live_bytes_of_this_thread() - before)
  }
}
