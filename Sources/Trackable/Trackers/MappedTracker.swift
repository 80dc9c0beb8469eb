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

  /// This tracker, with `properties` on every event where nothing else speaks of their keys: below everything the event
  /// says.
  public func adding(_ properties: TrackedProperties) -> some AnalyticsEventTracker {
    map { event in
      var event = event
      event.properties = event.properties.completed(by: properties)
      return event
    }
  }

  /// This tracker, with `properties` on every event, whatever the event says of their keys.
  public func overriding(_ properties: TrackedProperties) -> some AnalyticsEventTracker {
    map { event in
      var event = event
      event.properties = properties.completed(by: event.properties)
      return event
    }
  }
}

struct MappedTracker<Base: AnalyticsEventTracker>: ForwardingTracker {
  let base: Base
  let transform: @Sendable (TrackedEvent) -> TrackedEvent?

  func track(_ event: TrackedEvent) {
    if let event = transform(event) { base.track(event) }
  }
}

extension TrackedProperties {
  /// These properties, and those of `lower` of whose keys they do not speak.
  func completed(by lower: TrackedProperties) -> TrackedProperties {
    if lower.isEmpty { return self }
    var merge = PropertyMerge(capacity: count + lower.count)
    merge.add(self)
    merge.add(lower)
    return merge.result
  }
}
