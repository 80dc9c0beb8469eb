import CAllocationCounter

/// What this thread requests from the allocator; not a number (NaN) where allocations are not counted.
enum Allocations {
  /// The average number of allocations per call.
  static func perCall(batch: Int = 1, _ body: () -> Void) -> Double {
    guard allocation_counter_is_available() else { return .nan }
    for _ in 0..<100 { body() }  // Warm up: names, metadata and caches are made only once.
    let calls = 1_000
    let before = allocation_counter_of_this_thread()
    for _ in 0..<calls { body() }
    return Double(allocation_counter_of_this_thread() - before) / Double(calls * batch)
  }

  /// How many more bytes are allocated after `body` than before it.
  static func bytesLeft(by body: () -> Void) -> Double {
    guard allocation_counter_is_available() else { return .nan }
    allocation_counter_count_bytes(true)
    defer { allocation_counter_count_bytes(false) }
    let before = allocation_counter_live_bytes_of_this_thread()
    body()
    return Double(allocation_counter_live_bytes_of_this_thread() - before)
  }

  /// Switches the timing of the allocator on or off.
  static func countStalls(_ isOn: Bool) { allocation_counter_count_stalls(isOn) }

  /// How long this thread has waited for the allocator to tidy up, while timing was on.
  static var stalledNanoseconds: UInt64 { allocation_counter_stalled_nanoseconds_of_this_thread() }
}
