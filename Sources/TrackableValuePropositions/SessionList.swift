import Trackable

/// The list of a tracking system's sessions: the live sessions, and the sessions that ended in the background and that
/// a new session follows when the app returns to the foreground.
final class SessionList: Sendable {
  /// The most open sessions without a handle. A limit is necessary, because nothing shows that the app has forgotten
  /// such a session.
  static let mostWithoutHandle = 1_000

  let environment: AppEnvironment
  private let state: Lock<State>

  private struct State: Sendable {
    /// The sessions in the order in which they were opened. A session never takes the list's lock while it holds its
    /// own lock.
    var sessions: [SessionCore] = []

    mutating func remove(_ session: SessionCore) -> SessionCore? {
      sessions.firstIndex { $0 === session }.map { sessions.remove(at: $0) }
    }
  }

  init(_ environment: AppEnvironment) {
    self.environment = environment
    state = Lock(State())
    LifecycleObservers.current.add(self)
  }

  private var sessions: [SessionCore] { state.withLock { $0.sessions } }

  /// Ends the sessions of earlier users without events, because such an event would belong to the current user.
  func endThoseOfEarlierPersons() {
    let lost = sessions.filter { $0.isOfEarlierPerson && $0.forget() }
    guard let first = lost.first else { return }
    TrackableSystem.issueHandler(.endedForAnotherUser(lost.map(\.identity.name), at: first.site))
  }

  func insert(_ session: SessionCore) {
    endThoseOfEarlierPersons()
    // The app may have created this list outside of the system in which it opens sessions.
    LifecycleObservers.current.add(self)
    state.withLock { $0.sessions.append(session) }
  }

  /// Moves a session to the end of the list, because it is about to be opened again.
  func moveToEnd(_ session: SessionCore) {
    state.withLock { state in
      if let session = state.remove(session) { state.sessions.append(session) }
    }
  }

  func remove(_ session: SessionCore) {
    state.withLock { _ = $0.remove(session) }
  }

  /// Takes a step for a proposition without a handle: in the live session with the same name and attributes that was
  /// opened last. A step that ends a session also works if the session has ended in the background: it then prevents
  /// the new session in the foreground.
  func perform(
    _ action: ValuePropositionAction, for proposition: some ValueProposition, from origin: Origin, at site: CodeLocation
  ) {
    endThoseOfEarlierPersons()
    let identity = PropositionIdentity(of: proposition, at: site)
    let found = state.withLock { state in
      let equal = state.sessions.filter { $0.identity == identity }
      return equal.last(where: \.isLive) ?? (action.step.isEnd ? equal.last(where: \.awaitsForeground) : nil)
    }
    if let found { return found.perform(action, in: origin.context, at: site) }
    guard action.step == .open else {
      return TrackableSystem.report(
        ValuePropositionError(proposition: identity.name, sessionID: nil, status: nil, step: action.step), at: site)
    }
    LifecycleObservers.current.add(self)
    let new = SessionCore(proposition, identity: identity, hasHandle: false, origin: origin, in: self, at: site)
    let opening = new.opening(by: action)
    // Another caller may have opened a session meanwhile.
    if let live = insertUnlessLive(new) {
      live.perform(action, in: origin.context, at: site)
    } else {
      new.announce(opening)
    }
  }

  /// Adds a session that the app opened without a ``ValuePropositionSession``. If the proposition already has a live
  /// session, returns that session, and does not add the new session.
  private func insertUnlessLive(_ new: SessionCore) -> SessionCore? {
    let (live, replaced, oldest) = state.withLock { state -> (SessionCore?, [SessionCore], SessionCore?) in
      let equal = state.sessions.filter { $0.identity == new.identity }
      if let live = equal.last(where: \.isLive) { return (live, [], nil) }
      // The new session replaces an equal session that waits for the foreground, unless that session has just been
      // opened again.
      let replaced = equal.filter { !$0.hasHandle }
      if let live = replaced.first(where: { !$0.stopAwaitingForeground() }) { return (live, [], nil) }
      for session in replaced { _ = state.remove(session) }
      state.sessions.append(new)
      let withoutHandle = state.sessions.lazy.filter { !$0.hasHandle }
      return (nil, replaced, withoutHandle.count > Self.mostWithoutHandle ? withoutHandle.first : nil)
    }
    // The sessions are released after unlocking, because they may hold the last reference to an adopter's object.
    withExtendedLifetime(replaced) {}
    oldest?.drop(because: TrackableIssue.crowded)
    return live
  }
}

extension SessionList: LifecycleObserver {
  func foregroundEnds(isolation: isolated (any Actor)?, at location: CodeLocation) {
    endThoseOfEarlierPersons()
    for session in sessions { session.endInBackground(isolation: isolation, at: location) }
  }

  /// At the launch of the app, this method does nothing, because no session waits for the foreground.
  func foregroundBegins(isolation: isolated (any Actor)?, at location: CodeLocation) {
    endThoseOfEarlierPersons()
    for session in sessions where session.awaitsForeground {
      moveToEnd(session)
      session.reopen(isolation: isolation, at: location)
    }
  }
}

extension TrackableIssue {
  fileprivate static func crowded(_ name: String, _ record: SessionRecord, at location: CodeLocation) -> Self {
    TrackableIssue(
      kind: .sessionDropped,
      message: "\(name), session \(record.id): more than \(SessionList.mostWithoutHandle) sessions without a handle "
        + "are open. The oldest is canceled.",
      remedy: "complete or cancel sessions, with the same name and attributes that opened them.", location: location)
  }
}
