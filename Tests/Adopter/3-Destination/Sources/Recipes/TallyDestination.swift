import Trackable
import TrackableHub

struct TallyDestination: AnalyticsDestination {
  let name = "Tally"

  func configure() async throws { try await Tally.start(key: "abcd") }
  func track(_ event: TrackedEvent) {
    Tally.count(event.name, event.properties.dictionary)
  }
}
