public import Trackable
import TrackableTesting

extension AnalyticsEventTracker {
  /// Returns this tracker with an inspector, which records every call, and follows each event to its destinations.
  ///
  /// ```swift
  /// TrackableSystem.bootstrap(mixpanel.renaming(.snakeCase).combined(with: console).inspected(by: inspector))
  /// ```
  ///
  /// Call this method on the whole tracker that you pass to the bootstrap. The inspector sees through combinations, the
  /// library's combinators and gates, and your own `ForwardingTracker`. The inspector does not see into other trackers.
  /// For a `TrackerHub`, it shows each change of the hub's ledger. To see the destinations inside a hub, call this
  /// method on them as well, with the same inspector. For each destination, the page shows which combinator has
  /// renamed, changed, added, removed or held a call or a property.
  ///
  /// Isolation: that of the tracker. Cost: see ``TrackableInspector/Inspector``.
  ///
  /// Limits: a destination inside gets its calls through a tracker of this library, so a link that adds the same
  /// destination calls it twice. The inspector follows the tracker of a link only if you call this method on that
  /// tracker as well. It does not follow a call that a store keeps for a later launch. If your own tracker passes on a
  /// call other than an event later, on another thread and outside of the call's task, the page says that the tracker
  /// has left out the call.
  public func inspected(by inspector: Inspector) -> some AnalyticsEventTracker {
    var way = Way(number: 0)
    let base = way.follow(self, for: inspector)
    way.number = inspector.makeNumber()
    return InspectedTracker(base: base, inspector: inspector, way: way)
  }
}

/// The tracker that records each call for an inspector, and gives the call a ``Trace``.
struct InspectedTracker: PassingTracker, ExplainedTracker {
  var base: any AnalyticsEventTracker
  let inspector: Inspector
  let way: Way

  func forward(_ call: TrackerCall) {
    // A tracker around this one may have recorded the call for the same inspector.
    if let trace = Trace.of(call), trace.owner === inspector, trace.enter(way, call) { return call.perform(on: base) }
    let trace = Trace(inspector, way, call)
    inspector.record(.call(call, trace))
    trace.make(call, on: base)
  }

  func flush() async {
    await base.flush()
    inspector.flush()
  }
}
