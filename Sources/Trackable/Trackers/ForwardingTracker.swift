/// A tracker around another one: everything passes through, and a combinator writes only what it changes.
///
/// This is the one place that forwards: a requirement added to ``AnalyticsEventTracker`` must be added here as well, or
/// its do-nothing default would swallow it in every combinator. `RequirementsTests` lists the requirements and sends
/// each through every combinator.
protocol ForwardingTracker: AnalyticsEventTracker {
  associatedtype Base: AnalyticsEventTracker
  var base: Base { get }
}

extension ForwardingTracker {
  var name: String { base.name }
  func track(_ event: TrackedEvent) { base.track(event) }
  func update(_ property: TrackedUserProperty) { base.update(property) }
  func identify(_ userID: String) { base.identify(userID) }
  func reset() { base.reset() }
  func report(_ error: any Error, at location: SourceLocation) { base.report(error, at: location) }
  func flush() async { await base.flush() }
}
