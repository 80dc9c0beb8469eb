// The library alone says which ancestors an event lacks: an adopter reads `unread` and cannot set it.
import Trackable

struct Forgiving: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    var event = event
    event.unread = []  // expected-error {{cannot assign to property: 'unread' is a get-only property}}
    print(event)
  }
}
