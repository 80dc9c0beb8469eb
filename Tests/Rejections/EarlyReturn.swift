// A body with a `return` is no list of statements. The compiler warns, and warnings count as errors. A condition takes its place.
import Trackable

enum Keys: String, Key { case page, title }

final class Reader: TrackableClass {
  let isHidden = true
  var trackedProperties: TrackedProperties {
    #if REJECTED
      if isHidden { return [] }
      Keys.page ~>> 1  // expected-warning {{result of operator '~>>' is unused}}
      return [Keys.title ~>> 2]
    #else
      if !isHidden {
        Keys.page ~>> 1
        Keys.title ~>> 2
      }
    #endif
  }
}

struct Opened: AnalyticsEvent {
  let isHidden = true
  var properties: TrackedProperties {
    if isHidden { return [] }
    #if REJECTED
      Keys.page ~>> 1  // expected-warning {{result of operator '~>>' is unused}}
    #endif
    return [Keys.title ~>> 2]
  }
}
