// A tracker gets an event under its name: the identifier of an adopter's event is that event's own. And the library alone says which
// ancestors an event lacks: an adopter reads `unread` and cannot set it.
import Trackable

struct Strict: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    var event = event
    if !event.unread.isEmpty { event.properties["incomplete"] = true }
    #if REJECTED
      event.unread = []  // expected-error {{cannot assign to property: 'unread' is a get-only property}}
      // expected-error@+1 {{'identifier' is inaccessible due to 'internal' protection level}}
      print(event.identifier)
    #endif
    print(event.name)
  }
}
