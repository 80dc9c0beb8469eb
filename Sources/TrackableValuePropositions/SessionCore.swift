import Trackable

/// What a session is behind its handle. The registry keeps it while it lives; the handle does not live here, so that a
/// handle which is gone can be noticed.
///
/// Each change is made under the lock and noted in the outbox in the same moment. Whoever finds nobody delivering
/// delivers, one after the other and without the lock, until the outbox is empty. So a tracker gets the changes in the
/// order in which they were made, whoever makes them, and no caller ever waits.
final class SessionCore: Sendable {
  let proposition: any ValueProposition
  let identity: PropositionIdentity
  let hasHandle: Bool
  private let origin: Origin
  private let environment: AppEnvironment
  private let registry: WeakRegistry
  private let site: CallSite
  private let guarded: Locked<Guarded>

  private struct Guarded: Sendable {
    var state: SessionState
    var outbox = SessionOutbox()
    /// Where the last event went, or will go.
    var destination: Destination
  }

  /// A session that is opened now. Its first event waits for ``deliver(own:)``.
  init(
    _ proposition: some ValueProposition, identity: PropositionIdentity, with action: ValuePropositionAction,
    hasHandle: Bool, origin: Origin, in app: AppSession, at site: CallSite
  ) {
    self.proposition = proposition
    self.identity = identity
    self.hasHandle = hasHandle
    self.origin = origin
    self.site = site
    environment = app.environment
    registry = WeakRegistry(app.registry)
    let record = SessionRecord(id: environment.makeID(), at: environment.moment)
    let policies = ValuePropositionPolicies(
      inBackground: proposition.inBackground, whenDropped: proposition.whenDropped)
    let attributes = TrackedProperties(ofAction: action, at: site)
    var outbox = SessionOutbox()
    outbox.put(.change(record, action.trigger, attributes), for: origin.destination, scope: .current, at: site)
    guarded = Locked(
      Guarded(
        state: SessionState(record, of: identity.name, policies: policies), outbox: outbox,
        destination: origin.destination))
  }

  var record: SessionRecord { guarded.withLock { $0.state.record } }
  var isLive: Bool { guarded.withLock { $0.state.isLive } }
  var awaitsForeground: Bool { guarded.withLock { $0.state.awaitsForeground } }

  /// Takes a step, if the status allows it.
  ///
  /// - Parameter destination: Where its event goes; without one, where the last one went.
  func perform(_ action: ValuePropositionAction, to destination: Destination?, at site: CallSite) {
    let attributes = TrackedProperties(ofAction: action, at: site)
    let content = change(to: destination, at: site) { state, moment in
      state.take(action.step, trigger: action.trigger, attributes: attributes, at: moment)
    }
    if case .error(let error) = content {
      TrackableSystem.issueHandler(.prohibited(error, at: site.location))
    }
  }

  /// The app goes to the background.
  func endInBackground(isolation: isolated (any Actor)?, at site: CallSite) {
    change(to: origin.reread(isolation: isolation, at: site), at: site) { $0.endInBackground(at: $1) }
  }

  /// The app is back.
  func reopen(isolation: isolated (any Actor)?, at site: CallSite) {
    let id = environment.makeID()
    change(to: origin.reread(isolation: isolation, at: site), at: site) { $0.reopen(id: id, at: $1) }
  }

  /// No new session is to follow when the app is back. Returns `false` if it has followed.
  func stopAwaitingForeground() -> Bool { guarded.withLock { $0.state.stopAwaitingForeground() } }

  /// Nobody will end the session any more.
  func drop(because issue: (String, SessionRecord, _ isCanceled: Bool, SourceLocation) -> TrackableIssue) {
    var dropped: SessionRecord?
    let content = change(to: nil, at: site) { state, moment in
      let outcome = state.drop(at: moment)
      dropped = outcome?.before
      return outcome?.content
    }
    if let dropped { TrackableSystem.issueHandler(issue(identity.name, dropped, content != nil, site.location)) }
  }

  /// Changes the state under the lock, then sends what that has to say, and returns it.
  @discardableResult
  private func change(
    to destination: Destination?, at site: CallSite,
    _ body: (inout SessionState, Moment) -> SessionDelivery.Content?
  ) -> SessionDelivery.Content? {
    let moment = environment.moment
    let scope = TrackingContext.current
    let (content, number, isOver, replaced) = guarded.withLock { guarded in
      // What is replaced is released after unlocking: it may hold the last reference to an adopter's object.
      let replaced = guarded.destination
      if let destination { guarded.destination = destination }
      let content = body(&guarded.state, moment)
      let number = content.map { guarded.outbox.put($0, for: guarded.destination, scope: scope, at: site) }
      return (content, number, guarded.state.isOver, replaced)
    }
    withExtendedLifetime(replaced) {}
    if isOver { registry.registry?.remove(self) }
    if let number { deliver(own: number) }
    return content
  }

  /// Delivers what waits in the outbox, unless somebody is at it.
  ///
  /// - Parameter own: The number of the caller's own delivery. The others carry the scopes of the tasks they come from.
  func deliver(own: Int) {
    guard guarded.withLock({ $0.outbox.beginDelivering() }) else { return }
    while let delivery = guarded.withLock({ $0.outbox.next() }) {
      if delivery.number == own {
        deliver(delivery)
      } else {
        withTrackedProperties([], in: delivery.scope) { deliver(delivery) }
      }
    }
  }

  private func deliver(_ delivery: SessionDelivery) {
    switch delivery.content {
    case .error(let error): delivery.destination.report(error, at: delivery.site)
    case .change(let record, let trigger, let attributes):
      if record.hasJustOutgrownTimeline {
        TrackableSystem.issueHandler(.longTimeline(identity.name, record, at: delivery.site.location))
      }
      send(record, trigger, identity.attributes + attributes, of: proposition, delivery)
    }
  }

  private func send(
    _ record: SessionRecord, _ trigger: ValuePropositionTrigger, _ attributes: TrackedProperties,
    of proposition: some ValueProposition, _ delivery: SessionDelivery
  ) {
    let event = ValuePropositionEvent(
      proposition, named: identity.name, record, trigger: trigger, attributes: attributes)
    delivery.destination.track(event, at: record.last.date, delivery.site)
  }
}
