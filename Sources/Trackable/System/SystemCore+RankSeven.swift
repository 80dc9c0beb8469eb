// An event that is tracked while there is a tracker gets rank 7 with everything else, in `Ambient.submit`. One that may be
// held gets it here, when it is delivered.

extension SystemCore {
  /// Makes a delivery. An event that was tracked when there was no tracker gets the root and the default properties of
  /// now first; if that has to be read elsewhere, it waits.
  func perform(
    _ delivery: Delivery, on tracker: any AnalyticsEventTracker, isOfSystem: Bool, _ location: () -> SourceLocation
  ) {
    guard case .track(var event) = delivery, !event.hasDefaults else { return delivery.perform(on: tracker) }
    event.hasDefaults = true
    let isIgnored = tracker.isKnownToIgnore(eventsOf: ObjectIdentifier(type(of: event.base)))
    var (merge, parts) = (PropertyMerge(), SnapshotParts())
    merge.add(event.properties)
    parts.explanation = event.explanation
    settings.passRankSeven(to: &parts, unlessRoot: isIgnored, isolation: nil)
    guard parts.nextActor == nil else {
      var route = TrackerRoute()
      if !isOfSystem { route.pass(.unlessNone(tracker)) }
      return wait(
        IncompleteEvent(
          .event(event, merge, timestamp: event.timestamp, hasDefaults: true), parts, route: route,
          scope: self === TrackableSystem.process ? nil : TaskScope(core: self, context: nil), location: event.location)
      )
    }
    parts.forEachProperties { properties, _ in merge.add(properties) }
    issues.reportFlaws(of: merge.flawed, at: location())
    report(parts.failures, of: event.name, at: location())
    event.properties = merge.takeResult()
    event.explanation = parts.completeExplanation
    event.unread += parts.failures.filter(\.isMissing).map(\.source)
    tracker.track(event)
  }
}
