#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Trackable

/// The IDs of the last visits, and when each began: an event may reach its tracker after the next visit has begun,
/// because it was held.
struct AppSessionIDs: Sendable {
  /// How many are kept.
  static let most = 100

  private var ids: [(id: String, start: Date)]

  init(_ id: String, from start: Date) { ids = [(id, start)] }

  var current: String { ids[ids.count - 1].id }

  mutating func renew(_ id: String, from start: Date) {
    if ids.count == Self.most { ids.removeFirst() }
    ids.append((id, start))
  }

  /// The ID at a time; the oldest that is known for times before it.
  func id(at date: Date, now: Date) -> String {
    // Somebody has set the clock back: times before and after that cannot be compared.
    if now < ids[ids.count - 1].start { return current }
    return ids.last { $0.start <= date }?.id ?? ids[0].id
  }
}

extension AnalyticsEventTracker {
  /// This tracker, with the ID of the user's visit on every event: the property `sessionId`. An event that has one of its
  /// own keeps it.
  ///
  /// ```swift
  /// TrackableSystem.bootstrap(mixpanel.addingSessionID())
  /// ```
  ///
  /// The ID is that of the visit in which the event was tracked, however long it was held on the way here. It changes when
  /// the app comes back after ``AppSession/renewsAfter``.
  public func addingSessionID(of app: AppSession = .current) -> some AnalyticsEventTracker {
    map { event in
      var event = event
      if event.properties["sessionId"] == nil { event.properties["sessionId"] = .string(app.id(at: event.timestamp)) }
      return event
    }
  }
}
