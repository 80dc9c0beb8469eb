// An event that is tracked while there is a tracker gets rank 7 with everything else, in `Ambient.submit`. One that may be
// held gets it here, when it is delivered.

extension SystemCore {
  /// Makes a delivery. An event that was tracked when there was no tracker gets the root and the default properties of
  /// now first; if that has to be read elsewhere, it waits.
  func perform(
    _ delivery: Delivery, on tracker: any AnalyticsEventTracker, isOfSystem: Bool, _ location: () -> CodeLocation
  ) {
    guard case .track(let event) = delivery, !event.hasDefaults else { return delivery.perform(on: tracker) }
    let settings = settings
    // What a tracker of a link hands on may be held for the system's after all, and then gets what has rank 7 then.
    let isOpen = settings.hasTracker
    let isIgnored =
      settings.rootIdentity != nil && tracker.isKnownToIgnore(eventsOf: ObjectIdentifier(type(of: event.base)))
    var snapshot = Snapshot(continuing: event)
    settings.passRankSeven(to: &snapshot, unlessRoot: isIgnored, isolation: nil)
    guard snapshot.isComplete else {
      var route = TrackerRoute()
      if !isOfSystem { route.pass(.unlessNone(tracker)) }
      return wait(
        IncompleteEvent(
          .event(event, snapshot.merge, timestamp: event.timestamp, hasDefaults: isOpen),
          snapshot.rest ?? SnapshotParts(), route: route,
          scope: self === TrackableSystem.process ? nil : TaskScope(core: self, values: values, context: nil),
          location: location()))
    }
    issues.reportFlaws(of: snapshot.merge.flawed, at: location())
    report(snapshot.rest?.failures ?? [], of: event.name, at: location())
    tracker.track(
      snapshot.takeEvent(event, timestamp: event.timestamp, at: event.location, hasDefaults: isOpen))
  }
}
