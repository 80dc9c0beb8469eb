#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An event, or a user property, that still needs something from another actor: everything that was known when it was
/// tracked, and what is missing.
final class IncompleteEvent: Sendable {
  enum Content: Sendable {
    case event(any AnalyticsEvent, PropertyMerge, timestamp: Date, hasDefaults: Bool)
    case update(TrackedUserProperty)
  }

  let content: Content
  /// What has been read on other actors so far, and what is missing.
  let parts: SnapshotParts
  /// The trackers found where it was tracked, and those of the task.
  private let route: TrackerRoute
  let scope: TaskScope?
  let location: CodeLocation
  /// When it was tracked.
  let moment: ConsentMoment
  /// The calls as part of which it was tracked.
  let calls: [ActiveCalls.Call]
  /// Who wants to know if nobody receives it.
  private let observers: [UnclaimedDeliveries.Observer]?
  /// What has been read for it on other actors.
  private let asked: Set<DeferredRead.Identity>

  init(
    _ content: Content, _ parts: SnapshotParts, route: TrackerRoute, scope: TaskScope?, location: CodeLocation
  ) {
    self.content = content
    self.parts = parts
    self.route = route
    self.scope = scope
    self.location = location
    moment = .current
    calls = ActiveCalls.current
    observers = UnclaimedDeliveries.observers
    asked = []
  }

  private init(_ event: IncompleteEvent, parts: SnapshotParts, asked: Set<DeferredRead.Identity>) {
    content = event.content
    self.parts = parts
    route = event.route
    scope = event.scope
    location = event.location
    moment = event.moment
    calls = event.calls
    observers = event.observers
    self.asked = asked
  }

  /// Whether it has what ranks lowest.
  var hasDefaults: Bool { if case .event(_, _, _, hasDefaults: true) = content { true } else { false } }

  /// The user property that it updates, if it is an update.
  var property: String? { if case .update(let property) = content { property.name } else { nil } }

  /// The actor to read on next; `nil` if nothing is missing any more.
  var nextActor: ActorReference? { parts.nextActor }

  /// The event after everything was read that may be read in an isolation.
  func read(in isolation: (any Actor)?) -> IncompleteEvent {
    var asked = asked
    let parts = inItsScope { self.parts.read(in: isolation, asked: &asked, as: calls) }
    return IncompleteEvent(self, parts: parts, asked: asked)
  }

  /// Runs code of adopters on behalf of the event, wherever that happens: what it tracks belongs to the same scope.
  func inItsScope<Result>(_ body: () -> Result) -> Result {
    TaskScope.$scope.withValue(scope) {
      IssueReporter.$scoped.withValue(scope?.core?.issues) {
        CurrentTime.with(scope?.core?.time.date) { UnclaimedDeliveries.with(observers, body) }
      }
    }
  }

  /// What is delivered, with what has been read so far.
  ///
  /// - Parameter usesTrackersOfLinks: Whether trackers that links and contexts have set get anything.
  func delivery(
    usesTrackersOfLinks: Bool
  ) -> (delivery: Delivery, route: TrackerRoute, flawed: [TrackedProperty], failures: [ReadFailure]) {
    let parts = self.parts.givenUp
    var route = usesTrackersOfLinks ? parts.routeAfter(self.route) : TrackerRoute()
    if let scope = scope?.context { route.pass(scope.route) }
    switch content {
    case .event(let event, var merge, let timestamp, let hasDefaults):
      parts.pass(to: &merge)
      let places = merge.places
      var tracked = TrackedEvent(event, merged: merge.takeResult(), timestamp: timestamp, location: location)
      tracked.hasDefaults = hasDefaults
      if let places { tracked.keep(places) }
      tracked.explanation = parts.completeExplanation
      tracked.unread += parts.failures.filter(\.isMissing).map(\.source).sorted {
        $0.isOfRoot == $1.isOfRoot ? $0.distance < $1.distance : $1.isOfRoot
      }
      return (.track(tracked), route, merge.flawed, parts.failures)
    case .update(let property):
      return (.update(property), route, [], parts.failures)
    }
  }
}

extension SnapshotParts {
  /// The route as far as it was known, and what reading elsewhere has found out about it.
  fileprivate func routeAfter(_ known: TrackerRoute) -> TrackerRoute {
    var route = known
    route.remove(addedBy: gone)
    route.pass(self.route)
    return route
  }
}
