/// A tracker around another one that forwards everything by default, so that a combinator implements only what it
/// changes.
///
/// A requirement that is added to ``AnalyticsEventTracker`` must be added here and in ``CombinedTracker`` as well, and
/// nowhere else. Otherwise its default, which does nothing, would swallow the calls in every combinator.
/// `RequirementsTests` lists the requirements and sends each through every combinator.
protocol ForwardingTracker: SelectiveTracker {
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
