extension AnalyticsEventTracker {
  /// This tracker, receiving only the events for which `isIncluded` returns true. Everything but events passes.
  ///
  /// ```swift
  /// payPal.filter { $0.properties["test"] == nil }
  /// venmo.filter { $0.eventType != .impression }
  /// ```
  ///
  /// A filter on a filter lets through only what both let through.
  public func filter(_ isIncluded: @escaping @Sendable (TrackedEvent) -> Bool) -> some AnalyticsEventTracker {
    TransformingTracker(self) { $0.passing(ifEvent: isIncluded) }
  }

  /// This tracker, receiving only the user properties for which `isIncluded` returns true. Everything else passes.
  public func filterUserProperties(
    _ isIncluded: @escaping @Sendable (TrackedUserProperty) -> Bool
  ) -> some AnalyticsEventTracker {
    TransformingTracker(self, interest: .ofBase) { $0.passing(ifProperty: isIncluded) }
  }
}

// Rules look at the event as it was given to `track`. So they hold in any order of combinators, even if a map or a
// renaming comes first.

extension AnalyticsEventTracker {
  /// This tracker, receiving events of these types only: `payPal.allowing(PaymentSent.self, PaymentReceived.self)`.
  public func allowing(_ types: any AnalyticsEvent.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return excluding { !types.contains($0) }
  }

  /// This tracker, receiving all events except those of these types.
  ///
  /// If no other tracker wants events of such a type either, nothing is evaluated when one is tracked.
  public func prohibiting(_ types: any AnalyticsEvent.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return excluding { types.contains($0) }
  }

  /// This tracker, receiving these events only: `payPal.allowing(CTA.buy, CTA.checkOut)`.
  ///
  /// An event is one of them if it has the same type and the same ``AnalyticsEvent/name``, as it was tracked. What it
  /// carries does not count: `ContactsEvent.contactSelected(index: 0)` stands for every contact.
  public func allowing(_ events: any AnalyticsEvent...) -> some AnalyticsEventTracker {
    let events = EventNames(events)
    return TransformingTracker(self, interest: .except({ events.names[$0] == nil }, looksAtOthers: true)) {
      $0.passing(ifEvent: events.contains)
    }
  }

  /// This tracker, receiving all events except these: `payPal.prohibiting(CTA.discoverSort)`.
  ///
  /// Events are compared as in ``allowing(_:)-(AnalyticsEvent...)``.
  public func prohibiting(_ events: any AnalyticsEvent...) -> some AnalyticsEventTracker {
    let events = EventNames(events)
    return TransformingTracker(self) { $0.passing(ifEvent: { !events.contains($0) }) }
  }

  /// This tracker, receiving user properties of these types only: `payPal.allowing(Plan.self)`. Events are not affected.
  public func allowing(_ types: any UserProperty.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return filterUserProperties { types.contains(ObjectIdentifier(type(of: $0.base))) }
  }

  /// This tracker, receiving all user properties except those of these types: `payPal.prohibiting(Email.self)`. Events
  /// are not affected.
  public func prohibiting(_ types: any UserProperty.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return filterUserProperties { !types.contains(ObjectIdentifier(type(of: $0.base))) }
  }

  private func excluding(
    _ isExcluded: @escaping @Sendable (ObjectIdentifier) -> Bool
  ) -> some AnalyticsEventTracker {
    TransformingTracker(self, interest: .except(isExcluded, looksAtOthers: false)) {
      $0.passing(ifEvent: { !isExcluded(ObjectIdentifier(type(of: $0.base))) })
    }
  }
}

extension TrackerCall {
  fileprivate func passing(ifEvent isIncluded: (TrackedEvent) -> Bool) -> TransformedCall {
    if case .track(let event) = self, !isIncluded(event) { .none } else { .one(self) }
  }

  fileprivate func passing(ifProperty isIncluded: (TrackedUserProperty) -> Bool) -> TransformedCall {
    if case .update(let property) = self, !isIncluded(property) { .none } else { .one(self) }
  }
}

/// Events by type and name, as they are tracked.
package struct EventNames: Sendable {
  private(set) var names: [ObjectIdentifier: Set<String>] = [:]

  package init(_ events: [any AnalyticsEvent]) {
    for event in events {
      let original = TrackedEvent(event).base
      names[ObjectIdentifier(type(of: original)), default: []].insert(original.name)
    }
  }

  package func contains(_ event: TrackedEvent) -> Bool {
    // The name is looked up only where the type is one of those.
    names[ObjectIdentifier(type(of: event.base))]?.contains(event.base.name) ?? false
  }
}
