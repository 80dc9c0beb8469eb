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

  private struct Visit {
    let id: String
    /// By the clock on the wall, which somebody may set.
    let date: Date
    let moment: ConsentMoment
  }

  private var visits: [Visit]

  init(_ id: String, from date: Date) { visits = [Visit(id: id, date: date, moment: .next())] }

  var current: String { visits[visits.count - 1].id }

  mutating func renew(_ id: String, from date: Date) {
    if visits.count == Self.most { visits.removeFirst() }
    visits.append(Visit(id: id, date: date, moment: .next()))
  }

  /// The ID of the visit in which something was tracked; the oldest that is known for what was tracked before.
  ///
  /// - Parameters:
  ///   - date: Its timestamp.
  ///   - moment: When it was tracked, if it was held since; `nil` if nobody says that it was held.
  func id(at date: Date, moment: ConsentMoment?, now: Date) -> String {
    if let moment { return visits.last { $0.moment <= moment }?.id ?? visits[0].id }
    // Somebody has set the clock back: times before and after that cannot be compared.
    if now < visits[visits.count - 1].date { return current }
    return visits.last { $0.date <= date }?.id ?? visits[0].id
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
  /// The ID is that of the visit in which the event was tracked, however long this library held it on the way here, for a
  /// bootstrap, a consent or a hub, and whatever was done to the clock meanwhile. For an event that a tracker of your own
  /// has held, its timestamp decides. The ID changes when the app comes back after ``AppSession/renewsAfter``.
  ///
  /// - Parameter app: Whose visits. The default is that of the system in which this method is called: in a test, call it in
  ///   `withRecordedTracking(through:)`.
  public func addingSessionID(of app: AppSession = .current) -> some AnalyticsEventTracker {
    // Not the sessions that are open: one of them may hold this tracker.
    let visits = app.core.visits
    return map { event in
      var event = event
      if event.properties["sessionId"] == nil {
        event.properties["sessionId"] = .string(visits.id(at: event.timestamp))
      }
      return event
    }
  }
}
