public import Trackable
import TrackableTesting

extension AnalyticsEventTracker {
  /// This tracker, with every call recorded by an inspector, and each event followed to its destinations.
  ///
  /// ```swift
  /// TrackableSystem.bootstrap(mixpanel.renaming(.snakeCase).combined(with: console).inspected(by: inspector))
  /// ```
  ///
  /// Put it around everything that is bootstrapped. The inspector sees through combinations, through the library's combinators and
  /// gates, and through your own `ForwardingTracker`. It does not see into other trackers. Of a `TrackerHub` it shows
  /// the account, whenever that has changed; to see the destinations there, put it around them as well, with the same inspector. The page says of each destination which combinator has renamed,
  /// changed, added, left out or held what.
  ///
  /// Isolation: that of the tracker. Cost: see ``TrackableInspector/Inspector``.
  ///
  /// Limits: a destination inside gets its calls through a tracker of this library's, so a link that adds the same destination
  /// calls it twice. A tracker of a link is followed if it is inspected, too. A change of the user that a gate inside a hub has held
  /// is recorded again when the gate opens. A call that a store keeps for a later launch is not followed there.
  public func inspected(by inspector: Inspector) -> some AnalyticsEventTracker {
    var way = Way(number: 0)
    let base = way.follow(self, makeStep: inspector.makeStep, account: inspector.follow)
    way.number = inspector.makeWay()
    return InspectedTracker(base: base, inspector: inspector, way: way)
  }
}

/// Where an inspector stands: it records each call, and sends events off with a trace.
struct InspectedTracker: PassingTracker, ExplainedTracker {
  var base: any AnalyticsEventTracker
  let inspector: Inspector
  let way: Way

  func forward(_ call: TrackerCall) {
    guard case .track(var event) = call else {
      // A tracker around this one has recorded the call for the same inspector.
      if Inspector.current === inspector { return call.perform(on: base) }
      inspector.record(.delivery(call))
      return Inspector.$current.withValue(inspector) { call.perform(on: base) }
    }
    if let trace = event.trace as? Trace, trace.owner === inspector {
      trace.enter(way, event)
    } else {
      event.trace = Trace(inspector, way, event) { [weak inspector] in inspector?.goesOn($0) }
      inspector.record(.delivery(.track(event)))
    }
    base.track(event)
  }

  func flush() async {
    await base.flush()
    inspector.flush()
  }
}
