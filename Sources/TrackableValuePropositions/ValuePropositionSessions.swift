#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Trackable

/// The sessions that are open, and the clock and the IDs that they go by.
///
/// Each system has its own, ``current``: an app has nothing to do with them. They follow the app to the background and back, which
/// a `TrackableApp` tells the system, or the app itself:
///
/// ```swift
/// .onChange(of: scenePhase) { _, phase in
///   if phase == .background { Task { await TrackableSystem.applicationDidEnterBackground() } }
///   if phase == .active { TrackableSystem.applicationWillEnterForeground() }
/// }
/// ```
///
/// When the app goes to the background, every live session ends, unless ``ValueProposition/endsInBackground`` is false: it is
/// completed if it is started, and canceled otherwise. When the app is visible again, each session that ended so is followed by
/// a new one, with a new ID, which is opened; the handle is the same, and drives the new session. The trigger is `app`. To
/// complete or cancel a session in the background sends no event, since it has ended, and no new one follows.
///
/// A session belongs to the person who opened it. After a `reset`, or an `identify` of another user, its next step ends it without
/// an event, which would be the new user's, and an issue says so: complete or cancel sessions before.
///
/// Isolation: may be used from any thread. They keep live sessions, but no object.
public final class ValuePropositionSessions: Sendable {
  /// Those of the system in which they are used, unless others were given.
  ///
  /// The system of the process has one, and so has each scope of `TrackableSystem.withTracker` and each recording of a
  /// test, which goes by the recording's clock. So no test meets a session of another one. Only calls inside the scope reach
  /// its sessions, which are gone with the scope's last task.
  ///
  /// `ValuePropositionSessions.$current.withValue(…) { … }` gives others, with clocks and IDs of their own, which win over those of
  /// the system, in the scopes inside as well.
  @TaskLocal public static var current = ValuePropositionSessions(given: nil)

  /// The given ones; `nil` stands for those of the system.
  private let given: SessionList?

  private init(given: SessionList?) { self.given = given }

  /// Sessions with clocks and IDs of their own: for an example or a test that prints them.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures durations. The default is that of the system in which you make them: the
  ///     computer's, which goes on while the device sleeps, or a recording's.
  ///   - date: The source of timestamps of sessions and timings. The default is that of other events.
  ///   - makeID: Makes the IDs of sessions. The default makes random UUIDs.
  public convenience init(
    clock: (any Clock<Duration>)? = nil, date: (@Sendable () -> Date)? = nil,
    makeID: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    self.init(given: SessionList(AppEnvironment(clock: clock, date: date, makeID: makeID)))
  }

  var list: SessionList {
    given ?? TrackableSystem.value { SessionList(AppEnvironment()) }
  }
}
