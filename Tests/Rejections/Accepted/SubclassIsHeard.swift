// swiftc:
// swiftc: -swift-version 5
// The same, where subclasses are heard.
import Trackable

class Responder {
  var screenProperties: TrackedProperties { [] }
}
extension Responder: TrackableClass {
  var trackedProperties: TrackedProperties { screenProperties }
}

final class View: Responder {
  override var screenProperties: TrackedProperties { ["a" ~>> 1] }
}

class Base: TrackableClass {
  var trackedProperties: TrackedProperties {}
}

final class Panel: Base {
  override var trackedProperties: TrackedProperties { super.trackedProperties + ["a" ~>> 1] }
}

class Silent: TrackableClass { var trackedProperties: TrackedProperties {} }
