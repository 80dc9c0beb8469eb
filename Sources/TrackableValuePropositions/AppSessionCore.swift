import Trackable

/// What an ``AppSession`` stands for: the visits of a user, one after the other, and the sessions that are open.
final class AppSessionCore: Sendable {
  let environment: AppEnvironment
  let registry = SessionRegistry()
  private let state: Lock<State>

  private struct State: Sendable {
    var id: String
    var renewsAfter: Duration
    var leftAt: Duration?
  }

  init(_ environment: AppEnvironment, renewsAfter: Duration = .seconds(30 * 60)) {
    self.environment = environment
    state = Lock(State(id: environment.makeID(), renewsAfter: renewsAfter))
  }

  var id: String { state.withLock { $0.id } }

  var renewsAfter: Duration {
    get { state.withLock { $0.renewsAfter } }
    set { state.withLock { $0.renewsAfter = newValue } }
  }

  /// The app has gone to the background.
  func leave() {
    let now = environment.moment.elapsed
    state.withLock { $0.leftAt = $0.leftAt ?? now }
  }

  /// The app is visible again. If it was away for long, the visit is a new one.
  func comeBack() {
    let now = environment.moment.elapsed
    let isNewVisit = state.withLock { state in
      guard let leftAt = state.leftAt.take() else { return false }
      return now - leftAt >= state.renewsAfter
    }
    if isNewVisit { renew() }
  }

  func renew() {
    let id = environment.makeID()
    state.withLock { $0.id = id }
  }
}
