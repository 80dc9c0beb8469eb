// In a file that imports this module, these are the defaults in place of the core's and the hub's, which do nothing: a tracker
// that still has the earlier method does not lose a user property in silence.

extension AnalyticsEventTracker {
  /// Refuses the user property: a hub counts it so, and elsewhere an issue says so once.
  public func update(_ property: TrackedUserProperty) { refuse(property, at: name) }
}

extension AnalyticsDestination {
  /// Refuses the user property: a hub counts it so, and elsewhere an issue says so once.
  public func update(_ property: TrackedUserProperty) { refuse(property, at: name) }
}

private func refuse(_ property: TrackedUserProperty, at tracker: String) {
  let reason = "it has no 'update(_: TrackedUserProperty)'"
  let remedy = "declare that method; an empty one says that the tracker needs no user properties"
  if DefaultDelivery.refuse(because: "\(reason); \(remedy)") { return }
  IssueReporter.current.reportOnce(.deliveryFailed, of: tracker) {
    TrackableIssue(
      kind: .deliveryFailed, message: "\(tracker) did not get '\(property.name)': \(reason).",
      remedy: "\(remedy).", location: property.location, subject: tracker)
  }
}
