import Trackable

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
