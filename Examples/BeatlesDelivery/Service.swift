import Foundation
import TrackableHTTP

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
  func makeDestination() throws(HTTPSenderError) -> HTTPDestination {
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

extension HTTPDestination {
  /// What became of everything, in a sentence or two.
  var summary: String {
    let ledger = ledger
    var text = "Sent to \(name): \(ledger.delivered) delivered, \(ledger.rejected) rejected, \(ledger.dropped) dropped."
    if ledger.adopted > 0 { text += " Of these, \(ledger.adopted) were left from before." }
    if ledger.stored > 0 { text += " \(ledger.stored) wait for the next time." }
    return text
  }

  /// Whether everything has arrived.
  var hasSentEverything: Bool { ledger.accepted + ledger.adopted == ledger.delivered }
}
