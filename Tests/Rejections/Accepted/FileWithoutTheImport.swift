import Trackable

final class Reader: TrackableClass {
  let page = 1
  var trackedProperties: TrackedProperties { Keys.page ~>> page }
}

enum Keys: String, Key { case page }

enum Events: String, Event { case opened }

let page = Keys.page ~>> 1

final class Model: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
}

final class Screen: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
  func open(_ model: Model) {
    track(Events.opened)
    model.link(to: self)
  }
}
