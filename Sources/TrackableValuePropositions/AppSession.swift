#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import Trackable

/// One visit of a user to the app: it has an ID, and knows the sessions of value propositions that are open.
///
/// An app has one, ``current``, and tells it when it goes to the background and comes back:
///
/// ```swift
/// .onChange(of: scenePhase) { _, phase in
///   if phase == .background { AppSession.current.applicationDidEnterBackground() }
///   if phase == .active { AppSession.current.applicationWillEnterForeground() }
/// }
/// ```
///
/// A tracker with ``Trackable/AnalyticsEventTracker/addingSessionID(of:)`` puts the ID on every event.
///
/// Isolation: may be used from any thread. It keeps live sessions, but no object.
public final class AppSession: Sendable {
  /// The app's session. A test has one of its own with `AppSession.$current.withValue(AppSession(…)) { … }`.
  @TaskLocal public static var current = AppSession()

  let environment: AppEnvironment
  let registry = SessionRegistry()
  private let state: Locked<State>

  private struct State: Sendable {
    var ids: AppSessionIDs
    var renewsAfter: Duration
    var leftAt: Duration?
  }

  /// A session of its own, with clocks and IDs of its own: for tests, and for several apps in one process.
  ///
  /// - Parameters:
  ///   - renewsAfter: See ``renewsAfter``.
  ///   - clock: What durations are measured with. The default goes on while the device sleeps.
  ///   - date: What timestamps are read from.
  ///   - makeID: Makes the IDs, of this session and of those that are opened in it. The default makes random UUIDs.
  public init(
    renewsAfter: Duration = .seconds(30 * 60), clock: some Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Date = { Date() }, makeID: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    environment = AppEnvironment(clock: clock, date: date, makeID: makeID)
    state = Locked(State(ids: AppSessionIDs(makeID(), from: date()), renewsAfter: renewsAfter))
  }

  /// The ID of the visit.
  public var id: String { state.withLock { $0.ids.current } }

  /// How long the app must have been away for the visit to be a new one, with a new ``id``. Half an hour, unless you set
  /// it.
  public var renewsAfter: Duration {
    get { state.withLock { $0.renewsAfter } }
    set { state.withLock { $0.renewsAfter = newValue } }
  }

  /// The app is no longer visible. Every live session ends, unless its proposition says
  /// ``ValuePropositionBackgroundPolicy/keep``: it is completed if it is started, and canceled otherwise. The trigger is
  /// ``ValuePropositionTrigger/app``.
  ///
  /// Then flush, as before every suspension.
  ///
  /// - Parameters:
  ///   - isolation: Where the caller runs; leave it out. Objects that belong there are read again.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func applicationDidEnterBackground(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let now = environment.moment.elapsed
    state.withLock { $0.leftAt = $0.leftAt ?? now }
    let site = CallSite(fileID: fileID, line: line)
    for session in registry.sessions { session.endInBackground(isolation: isolation, at: site) }
  }

  /// The app is visible again. If it was away for ``renewsAfter``, the visit is a new one. Then each session that ended
  /// because the app left is followed by a new one, with a new ID, which is opened; the handle is the same, and drives
  /// the new session. The trigger is ``ValuePropositionTrigger/app``.
  ///
  /// If the app was not away, as when it starts, nothing happens.
  ///
  /// - Parameters:
  ///   - isolation: Where the caller runs; leave it out. Objects that belong there are read again.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func applicationWillEnterForeground(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let moment = environment.moment
    let isNewVisit = state.withLock { state in
      guard let leftAt = state.leftAt.take() else { return false }
      return moment.elapsed - leftAt >= state.renewsAfter
    }
    if isNewVisit { renew(at: moment) }
    let site = CallSite(fileID: fileID, line: line)
    for session in registry.sessions where session.awaitsForeground { session.reopen(isolation: isolation, at: site) }
  }

  /// Begins a new visit, with a new ``id``: call it when another user takes over, so that no ID connects the two.
  ///
  /// ```swift
  /// TrackableSystem.reset()
  /// AppSession.current.renew()
  /// ```
  ///
  /// Sessions that are open stay open.
  public func renew() { renew(at: environment.moment) }

  private func renew(at moment: Moment) {
    let id = environment.makeID()
    state.withLock { $0.ids.renew(id, from: moment.date) }
  }

  /// The ID of the visit in which an event was tracked.
  func id(at date: Date) -> String {
    let now = environment.date()
    return state.withLock { $0.ids.id(at: date, now: now) }
  }
}

/// What is injected: clocks and the generator of IDs.
struct AppEnvironment: Sendable {
  let date: @Sendable () -> Date
  let makeID: @Sendable () -> String
  private let elapsed: @Sendable () -> Duration

  init<C: Clock<Duration>>(
    clock: C, date: @escaping @Sendable () -> Date, makeID: @escaping @Sendable () -> String
  ) {
    let start = clock.now
    self.date = date
    self.makeID = makeID
    elapsed = { start.duration(to: clock.now) }
  }

  var moment: Moment { Moment(date: date(), elapsed: elapsed()) }
}
