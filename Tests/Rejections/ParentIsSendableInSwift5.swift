// swiftc: -swift-version 5 -strict-concurrency=complete
// In Swift 5 mode the rule is a warning, and only where it is asked for: warnings count as errors there.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }

func link(_ child: Service, _ parent: Model, _ erased: any TrackableClass) {
  // expected-warning@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
  // expected-warning@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
  child.link(to: erased)
}
