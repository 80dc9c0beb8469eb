extension AnalyticsEventTracker {
  /// The members of a combination; empty for a ``NoOpTracker``; `nil` for every other tracker.
  package var parts: [any AnalyticsEventTracker]? {
    if let combined = self as? CombinedTracker { return combined.members }
    return self is NoOpTracker ? [] : nil
  }

  /// The trackers that get this tracker's calls, as far as the library knows.
  var inside: [any AnalyticsEventTracker] { parts ?? (self as? any ForwardingTracker).map { [$0.base] } ?? [] }

  /// The identity of a tracker that is an object; `nil` for a value.
  package var identity: ObjectIdentifier? { Self.self is AnyObject.Type ? ObjectIdentifier(self as AnyObject) : nil }
}
