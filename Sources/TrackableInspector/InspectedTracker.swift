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
  /// destination calls it twice. A link's tracker is followed only if it is inspected as well. A call that a store keeps for
  /// a later launch is not followed there. If your own tracker passes on a call other than an event from another thread, but from
  /// no task of its own, the page says that the tracker has left it out.
  public func inspected(by inspector: Inspector) -> some AnalyticsEventTracker {
    var way = Way(number: 0)
    let base = way.follow(self, for: inspector)
    way.number = inspector.makeNumber()
    return InspectedTracker(base: base, inspector: inspector, way: way)
  }
}

/// The place of an inspector: it records each call, and gives it a trace.
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
