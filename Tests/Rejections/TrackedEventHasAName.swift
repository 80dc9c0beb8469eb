// A tracker gets an event under its name: the identifier of an adopter's event is that event's own.
import Trackable

struct Naming: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    print(event.name)
    // expected-error@+1 {{'identifier' is inaccessible due to 'internal' protection level}}
    print(event.identifier)
  }
}
