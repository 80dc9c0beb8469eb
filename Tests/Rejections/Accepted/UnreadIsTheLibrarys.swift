import Trackable

struct Strict: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    var event = event
    if !event.unread.isEmpty { event.properties["incomplete"] = true }
    print(event)
  }
}
