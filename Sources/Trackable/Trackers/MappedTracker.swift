extension AnalyticsEventTracker {
  /// This tracker, receiving each event as `transform` makes it: changed or enriched.
  ///
  /// ```swift
  /// mixpanel.map { event in
  ///   var event = event
  ///   event.properties["network"] = .string(Reachability.current)
  ///   return event
  /// }
  /// ```
  ///
  /// ``TrackedEvent/base`` and the timestamp stay with the event, so rules by type still hold. User properties and all
  /// else pass as they are.
  public func map(_ transform: @escaping @Sendable (TrackedEvent) -> TrackedEvent) -> some AnalyticsEventTracker {
    MappedTracker(base: self, transform: transform)
  }

  /// This tracker, receiving each event as `transform` makes it, and not receiving those for which it answers `nil`.
  public func compactMap(
    _ transform: @escaping @Sendable (TrackedEvent) -> TrackedEvent?
  ) -> some AnalyticsEventTracker {
    MappedTracker(base: self, transform: transform)
  }
}

struct MappedTracker<Base: AnalyticsEventTracker>: ForwardingTracker {
  let base: Base
  let transform: @Sendable (TrackedEvent) -> TrackedEvent?

  func track(_ event: TrackedEvent) {
    if let event = transform(event) { base.track(event) }
  }
}
