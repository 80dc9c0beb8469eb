extension AnalyticsEventTracker {
  /// This tracker, receiving only the events for which `isIncluded` returns true. Everything but events passes.
  ///
  /// ```swift
  /// payPal.filter { $0.properties["test"] == nil }
  /// ```
  ///
  /// A filter on a filter lets through only what both let through.
  public func filter(_ isIncluded: @escaping @Sendable (TrackedEvent) -> Bool) -> some AnalyticsEventTracker {
    FilteredTracker(base: self, isEventIncluded: isIncluded)
  }

  /// This tracker, receiving only the user properties for which `isIncluded` returns true. Everything else passes.
  public func filterUserProperties(
    _ isIncluded: @escaping @Sendable (TrackedUserProperty) -> Bool
  ) -> some AnalyticsEventTracker {
    FilteredTracker(base: self, isPropertyIncluded: isIncluded)
  }
}

// Rules by type look at the type of the event as it was given to `track`. So they hold wherever they are placed, even
// if a chain, a map or a renaming comes first.

extension AnalyticsEventTracker {
  /// This tracker, receiving events of these types only: `payPal.allowing(PaymentSent.self, PaymentReceived.self)`.
  public func allowing(_ types: any AnalyticsEvent.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return FilteredTracker(base: self, isTypeIncluded: { types.contains($0) })
  }

  /// This tracker, receiving all events except those of these types.
  ///
  /// If no other tracker wants events of such a type either, nothing is evaluated when one is tracked.
  public func prohibiting(_ types: any AnalyticsEvent.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return FilteredTracker(base: self, isTypeIncluded: { !types.contains($0) })
  }

  /// This tracker, receiving user properties of these types only. Events are not affected.
  public func allowing(userProperties types: any UserProperty.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return filterUserProperties { types.contains($0.baseType) }
  }

  /// This tracker, receiving all user properties except those of these types. Events are not affected.
  public func prohibiting(userProperties types: any UserProperty.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return filterUserProperties { !types.contains($0.baseType) }
  }

  /// This tracker, receiving events with these names only. Names are compared as they are spelt where the rule is
  /// placed.
  public func allowing(names: String...) -> some AnalyticsEventTracker {
    let names = Set(names)
    return filter { names.contains($0.name) }
  }

  /// This tracker, receiving all events except those with these names.
  public func prohibiting(names: String...) -> some AnalyticsEventTracker {
    let names = Set(names)
    return filter { !names.contains($0.name) }
  }

  /// This tracker, receiving events of these entities only.
  public func allowing(entities: String...) -> some AnalyticsEventTracker {
    let entities = Set(entities)
    return filter { entities.contains($0.entity) }
  }

  /// This tracker, receiving all events except those of these entities.
  public func prohibiting(entities: String...) -> some AnalyticsEventTracker {
    let entities = Set(entities)
    return filter { !entities.contains($0.entity) }
  }

  /// This tracker, receiving these kinds of events only: `ads.allowing(eventTypes: .impression, .click)`.
  public func allowing(eventTypes: AnalyticsEventType...) -> some AnalyticsEventTracker {
    let eventTypes = Set(eventTypes)
    return filter { eventTypes.contains($0.eventType) }
  }

  /// This tracker, receiving all kinds of events except these.
  public func prohibiting(eventTypes: AnalyticsEventType...) -> some AnalyticsEventTracker {
    let eventTypes = Set(eventTypes)
    return filter { !eventTypes.contains($0.eventType) }
  }
}

struct FilteredTracker<Base: AnalyticsEventTracker>: ForwardingTracker {
  let base: Base
  /// A rule by the type of the event as it was given to `track`.
  var isTypeIncluded: (@Sendable (ObjectIdentifier) -> Bool)?
  var isEventIncluded: (@Sendable (TrackedEvent) -> Bool)?
  var isPropertyIncluded: (@Sendable (TrackedUserProperty) -> Bool)?

  func track(_ event: TrackedEvent) {
    if includes(event) { base.track(event) }
  }

  func includes(_ event: TrackedEvent) -> Bool {
    if let isTypeIncluded, !isTypeIncluded(ObjectIdentifier(type(of: event.base))) { return false }
    return isEventIncluded?(event) ?? true
  }

  func update(_ property: TrackedUserProperty) {
    if includes(property) { base.update(property) }
  }

  func includes(_ property: TrackedUserProperty) -> Bool { isPropertyIncluded?(property) ?? true }

  func passing(_ delivery: Delivery) -> Delivery? {
    switch delivery {
    case .track(let event): includes(event) ? delivery : nil
    case .update(let property): includes(property) ? delivery : nil
    case .identify, .reset, .report: delivery
    }
  }
}

extension TrackedUserProperty {
  /// The type of the property as it was given to `update`.
  fileprivate var baseType: ObjectIdentifier { ObjectIdentifier(type(of: base)) }
}
