import Trackable

/// A product analytics service. It has a call of its own for screens, and knows users by their traits.
struct Insights: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    let headline = event.screenName.map { "screen \($0)" } ?? "event \(event.name)"
    // If an ancestor could not be read, its properties are missing, and the line says so.
    let incomplete = event.unread.isEmpty ? "" : " (incomplete: \(event.unread))"
    print(" > Insights:   \(headline)\(incomplete)\(event.properties.listed)")
  }

  func identify(_ user: TrackedUser) {
    print(" > Insights:   user \(user.id)\(user.traits.listed)")
  }

  func reset() {
    print(" > Insights:   no user")
  }

  func purge() {
    print(" > Insights:   purge")
  }
}
