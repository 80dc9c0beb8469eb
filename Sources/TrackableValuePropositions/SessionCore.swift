import Trackable

/// A session. The app has only its handle, a ``ValuePropositionSession``, while the list of sessions keeps this core as
/// long as the session is live. The two are separate, so that the library notices when the app has released the handle.
///
/// The state changes under the lock, so that each change is complete before the next begins. The caller that has made a
/// change tracks the event of that change without the lock, before the call returns. So the event has the user, the
/// consent, the scopes and the system of that call, and no thread delivers another thread's events. Limits: if two
/// threads change the state, their events may be tracked in another order than the changes. Each event has the state
/// after its own change.
final class SessionCore: Sendable {
  let identity: PropositionIdentity
  let hasHandle: Bool
  private let proposition: any ValueProposition
  private let origin: Origin
  private let environment: AppEnvironment
  private weak let list: SessionList?
  let site: CodeLocation
  /// The person who opened the session. The session takes steps only for this person.
  private let person = TrackableSystem.person
  /// The state, and the context of the last event.
  private let guarded: Lock<(state: SessionState, context: TrackingContext)>

  /// Opens a session. ``announce(_:)`` tracks its first event.
  init(
    _ proposition: some ValueProposition, identity: PropositionIdentity, hasHandle: Bool, origin: Origin,
    in list: SessionList, at site: CodeLocation
  ) {
    self.proposition = proposition
    self.identity = identity
    self.hasHandle = hasHandle
    self.origin = origin
    self.site = site
    self.list = list
    environment = list.environment
    let record = SessionRecord(id: environment.makeID(), at: environment.now())
    let state = SessionState(record, name: identity.name, endsInBackground: proposition.endsInBackground)
    guarded = Lock((state, origin.context))
  }

  var record: SessionRecord {
    list?.endThoseOfEarlierPersons()
    return guarded.withLock { $0.state.record }
  }

  /// Whether another person has become the user since the session was opened.
  var isOfEarlierPerson: Bool { person.hasEnded }
  var isLive: Bool { guarded.withLock { $0.state.isLive } }
  var awaitsForeground: Bool { guarded.withLock { $0.state.awaitsForeground } }

  /// The first event. The caller makes the event before other callers can find the session.
  func opening(by action: ValuePropositionAction) -> SessionOutcome {
    .changed(record, action.trigger, TrackedProperties(ofAction: action, at: site))
  }

  /// Tracks the first event.
  func announce(_ opening: SessionOutcome) {
    send(opening, in: origin.context, at: site)
  }

  /// Reads the chain of the object again, and takes a step if the status allows the step.
  func perform(_ action: ValuePropositionAction, isolation: isolated (any Actor)?, at site: CodeLocation) {
    perform(action, in: origin.reread(isolation: isolation, at: site), at: site)
  }

  /// Takes a step if the status allows the step.
  ///
  /// - Parameter context: The context of the step's event; `nil` means the context of the last event.
  func perform(_ action: ValuePropositionAction, in context: TrackingContext?, at site: CodeLocation) {
    let attributes = TrackedProperties(ofAction: action, at: site)
    change(in: context, at: site) { state, moment in
      state.apply(action.step, trigger: action.trigger, attributes: attributes, at: moment)
    }
  }

  /// Called when the app goes to the background.
  func endInBackground(isolation: isolated (any Actor)?, at site: CodeLocation) {
    change(in: origin.reread(isolation: isolation, at: site), at: site) { $0.endInBackground(at: $1) }
  }

  /// Called when the app returns to the foreground.
  func reopen(isolation: isolated (any Actor)?, at site: CodeLocation) {
    let id = environment.makeID()
    change(in: origin.reread(isolation: isolation, at: site), at: site) { $0.reopen(id: id, at: $1) }
  }

  /// Prevents the new session that would begin when the app returns to the foreground. Returns `false` if the new
  /// session has already been opened.
  func stopAwaitingForeground() -> Bool { guarded.withLock { $0.state.stopAwaitingForeground() } }

  /// Ends the session without an event, because another user has signed in. Returns whether the session was live.
  func forget() -> Bool {
    let (id, moment) = (environment.makeID(), environment.now())
    let wasLive = guarded.withLock { $0.state.forget(id: id, at: moment) }
    list?.remove(self)
    return wasLive
  }

  /// Cancels a live session, because the app has released its handle, or because too many sessions are open.
  func drop(because issue: (String, SessionRecord, CodeLocation) -> TrackableIssue) {
    var dropped: SessionRecord?
    change(in: nil, at: site) { state, moment in
      dropped = state.isLive ? state.record : nil
      return state.drop(at: moment)
    }
    if let dropped { TrackableSystem.issueHandler(issue(identity.name, dropped, site)) }
  }

  /// Changes the state under the lock, and then sends the resulting events.
  private func change(
    in context: TrackingContext?, at site: CodeLocation, _ body: (inout SessionState, Moment) -> SessionOutcome?
  ) {
    list?.endThoseOfEarlierPersons()
    let moment = environment.now()
    let (outcome, isOver, current, replaced) = guarded.withLock { guarded in
      // The replaced context may hold the last reference to an adopter's object, so it is released after unlocking.
      let replaced = guarded.context
      if let context { guarded.context = context }
      let outcome = body(&guarded.state, moment)
      return (outcome, guarded.state.isOver, guarded.context, replaced)
    }
    withExtendedLifetime(replaced) {}
    if isOver { list?.remove(self) }
    if let outcome { send(outcome, in: current, at: site) }
  }

  private func send(_ outcome: SessionOutcome, in context: TrackingContext, at site: CodeLocation) {
    switch outcome {
    case .prohibited(let error): TrackableSystem.report(error, at: site)
    case .changed(let record, let trigger, let attributes):
      if record.hasJustOutgrownTimeline {
        TrackableSystem.issueHandler(.longTimeline(identity.name, record, at: site))
      }
      track(record, trigger, identity.attributes + attributes, of: proposition, in: context, at: site)
    }
  }

  private func track(
    _ record: SessionRecord, _ trigger: ValuePropositionTrigger, _ attributes: TrackedProperties,
    of proposition: some ValueProposition, in context: TrackingContext, at site: CodeLocation
  ) {
    let event = ValuePropositionEvent(
      proposition, named: identity.name, record, trigger: trigger, attributes: attributes)
    context.track(event, at: record.last, site)
  }
}
