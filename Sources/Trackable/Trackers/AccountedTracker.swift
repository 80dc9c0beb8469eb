/// A tracker that accounts for calls, and for those that gates in front of it hold: a hub, or a part of one.
package protocol AccountedTracker: AnalyticsEventTracker {
  /// How many calls a gate holds; `nil` when the gate has gone. It takes the gate's lock for a moment.
  typealias GateCount = @Sendable () -> Int?

  /// A gate stands in front of the tracker.
  func stands(behindGateOf count: @escaping GateCount)
}

extension AnalyticsEventTracker {
  /// The trackers in this one that account for calls, behind combinators and other gates.
  package var accounted: [any AccountedTracker] {
    if let accounted = self as? any AccountedTracker { return [accounted] }
    if let wrapper = self as? any ForwardingTracker { return wrapper.base.accounted }
    return parts?.flatMap(\.accounted) ?? []
  }
}
