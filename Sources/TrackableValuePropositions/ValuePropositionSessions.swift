#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Trackable

/// The open sessions of a system, with their clock and their IDs.
///
/// Each system has its own ``current`` sessions, which an app need not use directly. Sessions end when the app goes to
/// the background, and new ones begin when it returns. A `TrackableApp` reports that to the system, or the app does:
///
/// ```swift
/// .onChange(of: scenePhase) { _, phase in
///   if phase == .background { Task { await TrackableSystem.applicationDidEnterBackground() } }
///   if phase == .active { TrackableSystem.applicationWillEnterForeground() }
/// }
/// ```
///
/// When the app goes to the background, every live session ends, unless ``ValueProposition/endsInBackground`` is false:
/// a started session is completed, and any other is canceled. When the app returns to the foreground, a new session
/// follows each of these, with a new ID, the status *opened*, and the trigger `app`. The handle stays the same, and now
/// belongs to the new session. Completing or canceling a session in the background sends no event, since the session
/// has ended, and no new session follows.
///
/// A session belongs to the person who opened it. After a `reset`, or an `identify` of another user, the next step of
/// the session ends the session without an event, because the event would belong to the new user. An issue reports
/// that. So complete or cancel sessions before you change the user.
///
/// Isolation: any thread. The list keeps live sessions alive, but no object.
public final class ValuePropositionSessions: Sendable {
  /// The sessions of the current system. Inside `$current.withValue`, the sessions of that scope.
  ///
  /// The system of the process has such sessions, and so has each scope of `TrackableSystem.withTracker` and each
  /// recording of a test, which uses the recording's clock. So tests never share a session. Only calls inside the scope
  /// reach the scope's sessions, which end with the last task of the scope.
  ///
  /// `ValuePropositionSessions.$current.withValue(…) { … }` replaces them, with other clocks and IDs, also for scopes
  /// inside.
  @TaskLocal public static var current = ValuePropositionSessions(given: nil)

  /// The sessions of the scope; `nil` stands for those of the system.
  private let given: SessionList?

  private init(given: SessionList?) { self.given = given }

  /// Creates sessions with clocks and IDs of their own, for an example or a test that prints them.
  ///
  /// - Parameters:
  ///   - clock: The clock for durations. The default is the clock of the current system: the computer's, which
  ///     continues while the device sleeps, or a recording's.
  ///   - date: The clock for the timestamps of sessions and timings. The default is the clock of other events.
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
