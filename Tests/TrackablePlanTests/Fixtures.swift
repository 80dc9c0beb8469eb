import Trackable
import TrackableTesting

enum Album: String, Event { case rated, opened, closed, played }
enum Keys: String, Key { case name, year, likes, note }

struct Bought: AnalyticsEvent {
  let amount: Int
  var properties: TrackedProperties { [Keys.year ~>> amount] }
}

struct Email: UserProperty {
  let value: String
}

enum SaveError: Error, Equatable { case diskFull, offline }

final class Shelf: TrackableClass, Sendable {
  let name: String

  init(_ name: String = "Imagine") { self.name = name }

  var trackedProperties: TrackedProperties { Keys.name ~>> name }
}

final class Page: TrackableClass, Sendable {
  let trackedProperties = TrackedProperties()
}

enum ProjectKeys: String, EntityKey {
  case pid, tags
  static let identifyingKey = pid
}

extension TrackableIssue {
  /// In which respect an event is not as planned; of other issues, the kind.
  var fault: String {
    if kind != .notAsPlanned { return kind.description }
    return message.contains(" is not in the tracking plan.")
      ? "event"
      : message.contains(" lacks ")
        ? "key"
        : message.contains(", which the tracking plan does not have.")
          ? "unplanned" : message.contains(" does not match the tracking plan: ") ? "value" : "?"
  }
}
