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
    let start: TimesOfDay
  }

  private var visits: [Visit]

  init(_ id: String, from start: TimesOfDay) { visits = [Visit(id: id, start: start)] }

  var current: String { visits[visits.count - 1].id }

  mutating func renew(_ id: String, from start: TimesOfDay) {
    if visits.count == Self.most { visits.removeFirst() }
    visits.append(Visit(id: id, start: start))
  }

  /// The ID of the visit in which something was tracked; the oldest that is known for what was tracked before.
  ///
  /// - Parameter date: Its timestamp.
  func id(at date: Date, now: TimesOfDay) -> String {
    let clock = now.clock(of: date)
    // Somebody has set the clock back: times before and after that cannot be compared.
    if now[clock] < visits[visits.count - 1].start[clock] { return current }
    return visits.last { $0.start[clock] <= date }?.id ?? visits[0].id
  }
}

/// What the two clocks show from which timestamps are read, at the same moment. Both are clocks on a wall, which
/// somebody may set, and one may be hours ahead of the other.
struct TimesOfDay: Sendable {
  enum Clock { case app, system }

  /// By the clock that was given to the ``AppSession``: its sessions and timings have their timestamps from there.
  let app: Date
  /// By that of the system, from which everything else has its timestamp.
  let system: Date

  subscript(clock: Clock) -> Date { clock == .app ? app : system }

  /// The clock that a timestamp was read from: the one that is nearer to it. That is certain for what was not held,
  /// since that clock shows the same still.
  func clock(of date: Date) -> Clock {
    abs(date.timeIntervalSince(system)) <= abs(date.timeIntervalSince(app)) ? .system : .app
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
  /// The ID is that of the visit in which the event was tracked, however long it was held on the way here: its timestamp
  /// decides, by the clock that it was read from, the system's or the app session's. The ID changes when the app comes back
  /// after ``AppSession/renewsAfter``.
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
