#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Trackable

/// One visit of a user to the app: it has an ID, and knows the sessions of value propositions that are open.
///
/// An app has one, ``current``. It follows the app to the background and back, which the app tells the system:
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
/// complete or cancel a session in the background sends no event, since it has ended, and no new one follows. If the app was away
/// for ``renewsAfter``, the visit is a new one. A session follows the systems in which you make it, and open sessions in it.
///
/// To have the ID on every event, as the property `sessionId`, make it the root of the app's chains, or let your root say it:
///
/// ```swift
/// TrackableSystem.bootstrap(mixpanel, root: AppSession.current)
/// ```
///
/// `track` reads the ID, as it reads every property, and the event keeps it in every queue.
///
/// Isolation: may be used from any thread. It keeps live sessions, but no object.
public final class AppSession: Sendable {
  /// The app's session: that of the system in which it is used, unless another one was given.
  ///
  /// The system of the process has one, and so has each scope of `TrackableSystem.withTracker` and each recording of a
  /// test, which goes by the recording's clock. So no test meets a session of another one. Only calls inside the scope reach
  /// its session, which is gone with the scope's last task.
  ///
  /// `AppSession.$current.withValue(AppSession(…)) { … }` gives another one, with clocks and IDs of its own. It wins over
  /// that of the system, in the scopes inside as well.
  @TaskLocal public static var current = AppSession(given: nil)

  /// The given state; `nil` stands for that of the system.
  private let given: AppSessionCore?

  private init(given: AppSessionCore?) { self.given = given }

  /// A session of its own, with clocks and IDs of its own: for tests, and for several apps in one process.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures durations. The default is that of the system in which you make the session: the
  ///     computer's, which goes on while the device sleeps, or a recording's.
  ///   - date: The source of timestamps of its sessions and timings. The default is that of other events.
  ///   - makeID: Makes the IDs, of this session and of those that are opened in it. The default makes random UUIDs.
  public convenience init(
    clock: (any Clock<Duration>)? = nil, date: (@Sendable () -> Date)? = nil,
    makeID: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    self.init(given: AppSessionCore(AppEnvironment(clock: clock, date: date, makeID: makeID)))
  }

  var core: AppSessionCore {
    given ?? TrackableSystem.value { AppSessionCore(AppEnvironment()) }
  }

  /// The ID of the visit.
  public var id: String { core.id }

  /// How long the app must have been away for the visit to be a new one, with a new ``id``. Half an hour, unless you set
  /// it.
  public var renewsAfter: Duration {
    get { core.renewsAfter }
    set { core.renewsAfter = newValue }
  }

  /// Begins a new visit, with a new ``id``: call it when another user takes over, so that no ID of an event connects
  /// the two.
  ///
  /// ```swift
  /// TrackableSystem.reset()
  /// AppSession.current.renew()
  /// ```
  ///
  /// Open sessions end without an event, which would be the new user's, and an issue reports that: complete or cancel them
  /// before. No new session follows one that ended because the app left.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func renew(fileID: StaticString = #fileID, line: UInt = #line) {
    let lost = core.renew().filter { $0.forget() }.map(\.identity.name)
    if lost.isEmpty { return }
    TrackableSystem.issueHandler(.endedForAnotherUser(lost, at: CodeLocation(fileID: fileID, line: line)))
  }
}

extension AppSession: TrackableClass {
  /// The ID of the visit: `sessionId`. A root of your own says it with `AppSession.current.trackedProperties`, among its other
  /// properties.
  public var trackedProperties: TrackedProperties { "sessionId" ~>> id }
}
