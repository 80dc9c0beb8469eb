extension BenchmarkCase {
  /// Handing events to a hub. It is not started, and drops what exceeds its capacity: its workers would run on threads
  /// of their own, whose instructions cannot be attributed to a case.
  static func hub() -> [BenchmarkCase] {
    [1, 4].map { destinations in
      BenchmarkCase("hub: an event for \(destinations) full destinations") {
        let chain = HubChain(destinations: destinations, capacity: 64)
        chain.track(times: 200)
        return { chain.track(times: 1) }
      }
    }
  }
}
