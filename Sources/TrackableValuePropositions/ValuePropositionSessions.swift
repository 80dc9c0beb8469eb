#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Trackable

/// The open sessions of a tracking system, with their clock and their IDs.
///
/// Each system has its own ``current`` sessions, which an app need not use directly. Sessions end when the app goes to
/// the background, and new sessions begin when the app returns. A `TrackableApp` tells the system about the background
/// and the foreground. Without a `TrackableApp`, the app awaits
/// `TrackableSystem.applicationDidEnterBackground()` when its last scene has left, and calls
/// `TrackableSystem.applicationWillEnterForeground()` when a scene comes. The page of the former has an example.
///
/// When the app goes to the background, every live session ends: a started session is completed, and any other session
/// is canceled. A session stays open if ``ValueProposition/endsInBackground`` of its proposition is false. When the app
/// returns to the foreground, a new session follows each session that has ended in this way, with a new ID, the status
/// *opened*, and the trigger `app`. The handle stays the same, and now belongs to the new session. If you complete or
/// cancel a session in the background, the library sends no event, because the session has already ended, and no new
/// session follows.
///
/// A session belongs to the person who opened it. After a `reset`, or an `identify` of another user, the next step of
/// the session ends the session without an event, because the event would belong to the new user, and the library
/// reports an issue. So complete or cancel sessions before you change the user.
///
/// Isolation: any thread. The list keeps live sessions alive, but no object.
public final class ValuePropositionSessions: Sendable {
  /// The sessions of the current system or, inside `$current.withValue`, the sessions that were passed there.
  ///
  /// The system of the process, each scope of `TrackableSystem.withTracker` and each recording of a test has its own
  /// sessions. Those of a recording use the recording's clock. So tests never share a session. Only calls inside the
  /// scope reach the scope's sessions, which end with the last task of the scope.
  ///
  /// `ValuePropositionSessions.$current.withValue(…) { … }` replaces the sessions by sessions with other clocks and
  /// IDs, including those of nested scopes.
  @TaskLocal public static var current = ValuePropositionSessions(given: nil)

  /// The sessions that were passed to `withValue`; `nil` stands for those of the system.
  private let given: SessionList?

  private init(given: SessionList?) { self.given = given }

  /// Creates sessions with their own clocks and IDs, for an example or a test that prints them.
  ///
  /// - Parameters:
  ///   - clock: The clock for durations. The default is the clock of the current system: the clock of a recording, or
  ///     the clock of the computer, which continues while the device sleeps.
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
