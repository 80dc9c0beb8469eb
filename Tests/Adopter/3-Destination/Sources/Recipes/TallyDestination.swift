import Trackable
import TrackableHub

struct TallyDestination: AnalyticsDestination {
  let name = "Tally"
  var send: @Sendable (TrackedEvent) -> Void = { Tally.count($0.name, $0.properties.dictionary) }

  func configure() async throws { try await Tally.start(key: "abcd") }
  func track(_ event: TrackedEvent) { send(event) }
}
