public import Trackable
import TrackableTesting

extension AnalyticsEventTracker {
  /// Returns this tracker with an inspector, which records every call, and follows each event to its destinations.
  ///
  /// ```swift
  /// TrackableSystem.bootstrap(mixpanel.renaming(.snakeCase).combined(with: console).inspected(by: inspector))
  /// ```
  ///
  /// Put it around the whole tracker of the bootstrap. The inspector sees through combinations, the library's
  /// combinators and gates, and your own `ForwardingTracker`. The inspector does not see into other trackers. For a
  /// `TrackerHub` it shows each change of the account; for the destinations there, put it around them as well, with the
  /// same inspector. For each destination, the page
  /// shows which combinator has renamed, changed, added, removed or held a call or a property.
  ///
  /// Isolation: that of the tracker. Cost: see ``TrackableInspector/Inspector``.
  ///
  /// Limits: a destination inside gets its calls through a tracker of this library, so a link that adds the same
  /// destination calls it twice. A link's tracker is followed only if it is inspected as well. A change of the user
  /// that a gate inside a hub has held is recorded again when the gate opens. A call that a store keeps for a later
  /// launch is not followed there.
  public func inspected(by inspector: Inspector) -> some AnalyticsEventTracker {
    var way = Way(number: 0)
    let base = way.follow(self, makeNumber: inspector.makeNumber, account: inspector.follow)
    way.number = inspector.makeNumber()
    return InspectedTracker(base: base, inspector: inspector, way: way)
  }
}

/// The place of an inspector: it records each call, and adds a trace to each event.
struct InspectedTracker: PassingTracker, ExplainedTracker {
  var base: any AnalyticsEventTracker
  let inspector: Inspector
  let way: Way

  func forward(_ call: TrackerCall) {
    guard case .track(var event) = call else {
      // A tracker around this one has already recorded the call for the same inspector.
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
