import Trackable

/// The session behind its handle. The registry keeps it while it lives; the handle does not live here, so that a
/// handle which is gone can be noticed.
///
/// The state changes under the lock, so that each change is a step of the table. The caller
/// that made the change tracks its event without the lock, before the call returns. So the event belongs to the user, the
/// consent, the scopes and the system of that call, and no thread delivers another one's events. Between the two, one thread may
/// overtake another; an event has the state of its own change.
final class SessionCore: Sendable {
  let proposition: any ValueProposition
  let identity: PropositionIdentity
  let hasHandle: Bool
  private let origin: Origin
  private let environment: AppEnvironment
  private weak let registry: SessionRegistry?
  private let site: CodeLocation
  private let guarded: Lock<Guarded>

  private struct Guarded: Sendable {
    var state: SessionState
    /// Where the last event went.
    var recipient: EventRecipient
  }

  /// A session that is opened now. ``announce(_:)`` tracks its first event.
  init(
    _ proposition: some ValueProposition, identity: PropositionIdentity, hasHandle: Bool, origin: Origin,
    in environment: AppEnvironment, _ registry: SessionRegistry, at site: CodeLocation
  ) {
    self.proposition = proposition
    self.identity = identity
    self.hasHandle = hasHandle
    self.origin = origin
    self.site = site
    self.environment = environment
    self.registry = registry
    let record = SessionRecord(id: environment.makeID(), at: environment.moment)
    guarded = Lock(
      Guarded(state: SessionState(record, of: proposition, named: identity.name), recipient: origin.recipient))
  }

  var record: SessionRecord { guarded.withLock { $0.state.record } }
  var isLive: Bool { guarded.withLock { $0.state.isLive } }
  var awaitsForeground: Bool { guarded.withLock { $0.state.awaitsForeground } }

  /// The first event. The caller asks for it before other callers can find the session.
  func opening(by action: ValuePropositionAction) -> SessionOutcome {
    .changed(record, action.trigger, TrackedProperties(ofAction: action, at: site))
  }

  /// Tracks the first event.
  func announce(_ opening: SessionOutcome) {
    send(opening, to: origin.recipient, at: site)
  }

  /// Takes a step, if the status allows it.
  ///
  /// - Parameter recipient: Where its event goes; without one, where the last one went.
  func perform(_ action: ValuePropositionAction, to recipient: EventRecipient?, at site: CodeLocation) {
    let attributes = TrackedProperties(ofAction: action, at: site)
    change(to: recipient, at: site) { state, moment in
      state.take(action.step, trigger: action.trigger, attributes: attributes, at: moment)
    }
  }

  /// The app goes to the background.
  func endInBackground(isolation: isolated (any Actor)?, at site: CodeLocation) {
    change(to: origin.reread(isolation: isolation, at: site), at: site) { $0.endInBackground(at: $1) }
  }

  /// The app is back.
  func reopen(isolation: isolated (any Actor)?, at site: CodeLocation) {
    let id = environment.makeID()
    change(to: origin.reread(isolation: isolation, at: site), at: site) { $0.reopen(id: id, at: $1) }
  }

  /// No new session is to follow when the app is back. Returns `false` if it has followed.
  func stopAwaitingForeground() -> Bool { guarded.withLock { $0.state.stopAwaitingForeground() } }

  /// Another user takes over. Nothing is sent.
  ///
  /// - Returns: Whether the session was live.
  func forget() -> Bool {
    let (id, moment) = (environment.makeID(), environment.moment)
    let wasLive = guarded.withLock { $0.state.forget(id: id, at: moment) }
    registry?.remove(self)
    return wasLive
  }

  /// Ends the session because its handle is gone, or another user takes over.
  func drop(because issue: (String, SessionRecord, _ isCanceled: Bool, CodeLocation) -> TrackableIssue) {
    var dropped: SessionRecord?
    let outcome = change(to: nil, at: site) { state, moment in
      let result = state.drop(at: moment)
      dropped = result?.before
      return result?.outcome
    }
    if let dropped { TrackableSystem.issueHandler(issue(identity.name, dropped, outcome != nil, site)) }
  }

  /// Changes the state under the lock, then sends what came of that, and returns it.
  @discardableResult
  private func change(
    to recipient: EventRecipient?, at site: CodeLocation,
    _ body: (inout SessionState, Moment) -> SessionOutcome?
  ) -> SessionOutcome? {
    let moment = environment.moment
    let (outcome, isOver, current, replaced) = guarded.withLock { guarded in
      // The replaced recipient is released after unlocking: it may hold the last reference to an adopter's object.
      let replaced = guarded.recipient
      if let recipient { guarded.recipient = recipient }
      let outcome = body(&guarded.state, moment)
      return (outcome, guarded.state.isOver, guarded.recipient, replaced)
    }
    withExtendedLifetime(replaced) {}
    if isOver { registry?.remove(self) }
    if let outcome { send(outcome, to: current, at: site) }
    return outcome
  }

  private func send(_ outcome: SessionOutcome, to recipient: EventRecipient, at site: CodeLocation) {
    switch outcome {
    case .prohibited(let error):
      recipient.report(error, at: site)
      TrackableSystem.issueHandler(.prohibited(error, at: site))
    case .changed(let record, let trigger, let attributes):
      if record.hasJustOutgrownTimeline {
        TrackableSystem.issueHandler(.longTimeline(identity.name, record, at: site))
      }
      track(record, trigger, identity.attributes + attributes, of: proposition, to: recipient, at: site)
    }
  }

  private func track(
    _ record: SessionRecord, _ trigger: ValuePropositionTrigger, _ attributes: TrackedProperties,
    of proposition: some ValueProposition, to recipient: EventRecipient, at site: CodeLocation
  ) {
    let event = ValuePropositionEvent(
      proposition, named: identity.name, record, trigger: trigger, attributes: attributes)
    recipient.track(event, at: record.last.date, site)
  }
}
