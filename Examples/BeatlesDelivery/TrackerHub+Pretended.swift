import Beatles
import Trackable
import TrackableHub

extension TrackerHub {
  /// The hub for destinations, or else for a pretended one that is slow, and one that twice fails to configure.
  static func delivering(
    to destinations: [any AnalyticsEventTracker]?, _ change: (any AnalyticsEventTracker) -> any AnalyticsEventTracker
  ) -> TrackerHub {
    if let destinations { return TrackerHub(destinations.map(change)) }
    return TrackerHub(
      [Scrapbook(), FanClub()].map(change), policy: DeliveryPolicy(retry: RetryPolicy(first: .milliseconds(20))))
  }

  /// Delivers the rest, shows the progress in a terminal, and returns the ledger.
  func finish() async -> TrackerLedger {
    let progress = Terminal.isOutputInteractive ? Task { await showProgress() } : nil
    await shutdown(timeout: .seconds(30))
    progress?.cancel()
    await progress?.value
    return ledger
  }

  private func showProgress() async {
    while !Task.isCancelled {
      let count = ledger.entries.reduce(0) { $0 + $1.waiting }
      Terminal.overwriteLine("\(count) \(count == 1 ? "delivery" : "deliveries") left")
      try? await Task.sleep(for: .milliseconds(100))
    }
    Terminal.overwriteLine("")
  }
}
