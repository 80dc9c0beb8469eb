// A body with a `return` is no list of statements. The compiler warns, and warnings count as errors.
import Trackable

enum Keys: String, Key { case page, title }

final class Reader: TrackableClass {
  let isHidden = true
  var trackedProperties: TrackedProperties {
    if isHidden { return [] }
    Keys.page ~>> 1  // expected-warning {{result of operator '~>>' is unused}}
    return [Keys.title ~>> 2]
  }
}

struct Opened: AnalyticsEvent {
  let isHidden = true
  var properties: TrackedProperties {
    if isHidden { return [] }
    Keys.page ~>> 1  // expected-warning {{result of operator '~>>' is unused}}
    return []
  }
}
