import Trackable

final class Reader: TrackableClass {
  let page = 1
  var trackedProperties: TrackedProperties { Keys.page ~>> page }
}

enum Keys: String, Key { case page }

let page = Keys.page ~>> 1
