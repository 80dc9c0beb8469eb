import Synchronization
import Trackable

enum AlbumEvent: String, Event {
  case rated, opened
}

struct Other: AnalyticsEvent {}

/// Where values end, so that the optimiser cannot leave them out.
final class Sink: Sendable {
  private let sum = Atomic(0)
  func note(_ number: Int) { sum.add(number, ordering: .relaxed) }
  func note(_ numbers: [Int]) { note(numbers.count) }
}

let sink = Sink()

/// A destination that reads every part of an event and allocates nothing.
struct Destination: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    sink.note(event.name.utf8.count)
    for property in event.properties { sink.note(property.key.name.utf8.count) }
  }
}

let destination: any AnalyticsEventTracker = Destination()

/// What must cost nothing: each combinator alone, five on each other, and those five twice.
let compositions: [(name: String, tracker: any AnalyticsEventTracker)] = [
  ("named", destination.named("Mixpanel")),
  ("filter", destination.filter { !$0.properties.isEmpty }),
  ("prohibiting a type", destination.prohibiting(Other.self)),
  ("allowing a type", destination.allowing(AlbumEvent.self)),
  ("allowing names", destination.allowing(names: AlbumEvent.rated.name)),
  ("prohibiting an entity", destination.prohibiting(entities: "Other")),
  ("allowing an event type", destination.allowing(eventTypes: .userAction)),
  ("combined", destination.combined(with: destination)),
  ("an optional", Destination?.some(Destination())),
  ("five: named, filter, prohibiting, allowing, combined", five(destination)),
  ("ten: the five twice", five(five(destination))),
]

func five(_ tracker: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
  tracker.named("Mixpanel").filter { !$0.properties.isEmpty }.prohibiting(Other.self)
    .allowing(names: AlbumEvent.rated.name).combined(with: destination)
}
