#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An event or a user property that still needs something from another actor: everything that was known when it was
/// tracked, and what is missing.
final class PendingDelivery: Sendable {
  enum Content: Sendable {
    case event(any AnalyticsEvent, PropertyMerge, timestamp: Date)
    case update(TrackedUserProperty)
  }

  let content: Content
  /// What has been read on other actors so far, and what is missing.
  let reading: ElsewhereReading
  /// The trackers that come after the chain's.
  let scopeRoute: TrackerRoute
  let location: SourceLocation

  init(_ content: Content, _ reading: ElsewhereReading, scopeRoute: TrackerRoute, location: SourceLocation) {
    self.content = content
    self.reading = reading
    self.scopeRoute = scopeRoute
    self.location = location
  }

  /// The same delivery after more has been read.
  func with(_ reading: ElsewhereReading) -> PendingDelivery {
    PendingDelivery(content, reading, scopeRoute: scopeRoute, location: location)
  }

  /// The delivery with what has been read so far, ready for its trackers.
  var parcel: (parcel: Outbox.Parcel, flawed: [TrackedProperty], name: String) {
    var route = reading.route
    route.pass(scopeRoute)
    switch content {
    case .event(let event, var merge, let timestamp):
      reading.parts.add(to: &merge)
      let tracked = TrackedEvent(event, properties: merge.result, timestamp: timestamp)
      return (Outbox.Parcel(delivery: .track(tracked), route: route), merge.flawed, tracked.name)
    case .update(let property):
      return (Outbox.Parcel(delivery: .update(property), route: route), [], property.name)
    }
  }
}
