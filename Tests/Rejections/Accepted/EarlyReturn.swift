// A condition takes the place of an early return.
import Trackable

enum Keys: String, Key { case page, title }

final class Reader: TrackableClass {
  let isHidden = true
  var trackedProperties: TrackedProperties {
    if !isHidden {
      Keys.page ~>> 1
      Keys.title ~>> 2
    }
  }
}

struct Opened: AnalyticsEvent {
  let isHidden = true
  var properties: TrackedProperties {
    if isHidden { return [] }
    return [Keys.page ~>> 1]
  }
}
