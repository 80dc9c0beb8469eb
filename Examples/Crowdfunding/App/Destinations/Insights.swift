import Trackable

/// A product analytics service. It has a call of its own for screens, and knows users by their traits.
struct Insights: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    // What could not be read would be missing: then the line says so.
    let incomplete = event.unread.isEmpty ? "" : " (incomplete: \(event.unread))"
    if let screen = event.screenName {
      print(" > Insights:   screen \(screen) \(event.properties.listed)\(incomplete)")
    } else {
      print(" > Insights:   \"\(event.name)\" \(event.properties.listed)\(incomplete)")
    }
  }

  func identify(_ userID: String, traits: TrackedProperties) {
    print(" > Insights:   user \(userID) \(traits.listed)")
  }

  func reset() {
    print(" > Insights:   no user")
  }

  func purge() {
    print(" > Insights:   purge")
  }
}
