/// How large requests are: as large as the service takes, unless such did not get through. A value.
struct RequestSize: Equatable {
  /// How many bytes a request has at most, unless a single event has more.
  private(set) var bytes: Int
  /// The most that the service takes, as far as is known.
  private var limit: Int
  /// Less is not tried because of a slow network, which is most often one that is gone.
  private static let least = 8_000

  init(limit: Int) {
    bytes = limit
    self.limit = limit
  }

  /// Learns from the requests of a batch.
  mutating func learn(from report: SendReport) {
    // A service that takes less than it says does so tomorrow, too. One that takes nothing does not.
    if report.largestArrived > 0, let tooLarge = report.tooLarge { limit = min(limit, max(tooLarge / 2, 1)) }
    if let tooSlow = report.tooSlow {
      bytes = max(tooSlow / 2, Self.least)
    } else if report.largestArrived > bytes / 2 {
      // Slowly: each one that is too large again costs a time-out.
      bytes += bytes / 4 + 1
    }
    bytes = min(bytes, limit)
  }
}
