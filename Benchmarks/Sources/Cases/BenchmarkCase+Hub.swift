import Trackable

extension BenchmarkCase {
  /// Handing over to a hub. It is not started, and what is too much is dropped: what its workers do happens on threads of
  /// their own, whose instructions are nobody's in particular.
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
