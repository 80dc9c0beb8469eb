import Foundation
import TrackableHTTP
import TrackableHub

/// A real service, for `--send`.
struct Service {
  /// What the service understands.
  enum Format: String, CaseIterable {
    case clickhouse, otlp, segment, posthog, amplitude
  }

  let url: URL
  let format: Format
  let key: Secret

  /// A destination that keeps in the user's folder what cannot be sent, until the program is started the next time.
  func makeDestination() throws(HTTPDestinationError) -> HTTPDestination {
    switch format {
    case .clickhouse: try HTTPDestination(.clickHouse(at: WireServer(url), password: key))
    case .otlp:
      try HTTPDestination(
        .openTelemetry(at: WireServer(url), service: "Beatles", authorization: key.value.isEmpty ? nil : key))
    case .segment: try HTTPDestination(.segment(writeKey: key, at: WireServer(url)))
    case .posthog: try HTTPDestination(.postHog(projectKey: key, at: WireServer(url)))
    case .amplitude: try HTTPDestination(.amplitude(key: key, at: WireServer(url)))
    }
  }
}

extension TrackerLedger {
  /// Whether everything has arrived, also what earlier runs have left.
  var isComplete: Bool { entries.allSatisfy { $0.accepted + $0.adopted == $0.delivered } }
}
