// In a file that imports this module, these defaults replace the core's and the hub's, which do nothing. So if a
// tracker still has only the earlier method, the library reports an issue about the lost user property.

extension AnalyticsEventTracker {
  /// Refuses the user property. A hub counts the property as refused; without a hub, the library reports an issue once.
  public func update(_ property: TrackedUserProperty) { refuse(property, at: name) }

  // Inside a tracker, the compiler finds these names before the module's, so if a rule is left there, the compiler
  // reports an error.
  /// Unavailable: the compiler's message says what to write instead.
  @available(*, unavailable, message: "Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.")
  public typealias EventTrackingRule = TrackableMigration.EventTrackingRule
  /// Unavailable: the compiler's message says what to write instead.
  @available(*, unavailable, message: "Only adapters have rules: write '.allowing(…)' or '.prohibiting(…)' behind it.")
  public typealias PropertyTrackingRule = TrackableMigration.EventTrackingRule
}

extension AnalyticsDestination {
  /// Refuses the user property. A hub counts the property as refused; without a hub, the library reports an issue once.
  public func update(_ property: TrackedUserProperty) { refuse(property, at: name) }
}

private func refuse(_ property: TrackedUserProperty, at tracker: String) {
  let reason = "it has no 'update(_: TrackedUserProperty)'"
  let remedy = "declare that method; an empty one says that the tracker needs no user properties"
  if DefaultDelivery.refuseIfInHub(because: "\(reason); \(remedy)") { return }
  IssueReporter.current.reportOnce(.deliveryFailed, of: tracker) {
    TrackableIssue(
      kind: .deliveryFailed, message: "\(tracker) did not get '\(property.name)': \(reason).",
      remedy: "\(remedy).", location: property.location, subject: tracker)
  }
}
