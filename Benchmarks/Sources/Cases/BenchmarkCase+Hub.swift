extension BenchmarkCase {
  /// Handing events to a hub. It is not started, and drops what exceeds its capacity: its workers would run on threads
  /// of their own, whose instructions cannot be attributed to a case.
  static func hub() -> [BenchmarkCase] {
    [1, 4].map { destinations in
      BenchmarkCase(
        "hub: an event for \(destinations) full destinations",
        prepared: {
          // No timer makes the hub look, and too few events are counted to wake it.
          let chain = HubChain(destinations: destinations, capacity: 64, delay: .seconds(3_600))
          // Two arrays take turns, and both shall have the room.
          for _ in 0..<2 {
            chain.track(times: 100)
            chain.settle()
          }
          return PreparedCase(settle: chain.settle) { chain.track(times: $0) }
        })
    }
  }
}
