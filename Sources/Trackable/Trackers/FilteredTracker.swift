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
    FilteredTracker(base: self, isEventIncluded: isIncluded)
  }

  /// This tracker, receiving only the user properties for which `isIncluded` returns true. Everything else passes.
  public func filterUserProperties(
    _ isIncluded: @escaping @Sendable (TrackedUserProperty) -> Bool
  ) -> some AnalyticsEventTracker {
    FilteredTracker(base: self, isPropertyIncluded: isIncluded)
  }
}

// Rules look at the event as it was given to `track`. So they hold in any order of combinators, even if a map or a
// renaming comes first.

extension AnalyticsEventTracker {
  /// This tracker, receiving events of these types only: `payPal.allowing(PaymentSent.self, PaymentReceived.self)`.
  public func allowing(_ types: any AnalyticsEvent.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return FilteredTracker(base: self, isTypeIncluded: { types.contains($0) }, canPassLater: true)
  }

  /// This tracker, receiving all events except those of these types.
  ///
  /// If no other tracker wants events of such a type either, nothing is evaluated when one is tracked.
  public func prohibiting(_ types: any AnalyticsEvent.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return FilteredTracker(base: self, isTypeIncluded: { !types.contains($0) }, canPassLater: true)
  }

  /// This tracker, receiving these events only: `payPal.allowing(CTA.buy, CTA.checkOut)`.
  ///
  /// An event is one of them if it has the same type and the same ``AnalyticsEvent/name``, as it was tracked. What it
  /// carries does not count: `ContactsEvent.contactSelected(index: 0)` stands for every contact.
  public func allowing(_ events: any AnalyticsEvent...) -> some AnalyticsEventTracker {
    let events = EventNames(events)
    return FilteredTracker(
      base: self, isTypeIncluded: { events.names[$0] != nil }, isEventIncluded: { events.contains($0) })
  }

  /// This tracker, receiving all events except these: `payPal.prohibiting(CTA.discoverSort)`.
  ///
  /// Events are compared as in ``allowing(_:)-(AnalyticsEvent...)``.
  public func prohibiting(_ events: any AnalyticsEvent...) -> some AnalyticsEventTracker {
    let events = EventNames(events)
    return FilteredTracker(base: self, isEventIncluded: { !events.contains($0) })
  }

  /// This tracker, receiving user properties of these types only: `payPal.allowing(Plan.self)`. Events are not affected.
  public func allowing(_ types: any UserProperty.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return FilteredTracker(
      base: self, isPropertyIncluded: { types.contains(ObjectIdentifier(type(of: $0.base))) }, canPassLater: true)
  }

  /// This tracker, receiving all user properties except those of these types: `payPal.prohibiting(Email.self)`. Events
  /// are not affected.
  public func prohibiting(_ types: any UserProperty.Type...) -> some AnalyticsEventTracker {
    let types = Set(types.map { ObjectIdentifier($0) })
    return FilteredTracker(
      base: self, isPropertyIncluded: { !types.contains(ObjectIdentifier(type(of: $0.base))) }, canPassLater: true)
  }
}

/// Events by type and name, as they are tracked.
private struct EventNames: Sendable {
  private(set) var names: [ObjectIdentifier: Set<String>] = [:]

  init(_ events: [any AnalyticsEvent]) {
    for event in events {
      let original = TrackedEvent(event).base
      names[ObjectIdentifier(type(of: original)), default: []].insert(original.name)
    }
  }

  func contains(_ event: TrackedEvent) -> Bool {
    // The name is looked up only where the type is one of those.
    names[ObjectIdentifier(type(of: event.base))]?.contains(event.ownName) ?? false
  }
}

struct FilteredTracker<Base: AnalyticsEventTracker>: ForwardingTracker {
  let base: Base
  /// A rule by the type of the event as it was given to `track`.
  var isTypeIncluded: (@Sendable (ObjectIdentifier) -> Bool)?
  var isEventIncluded: (@Sendable (TrackedEvent) -> Bool)?
  var isPropertyIncluded: (@Sendable (TrackedUserProperty) -> Bool)?
  /// Whether the closures look at nothing but types.
  var canPassLater = false

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
    case .identify, .reset, .report, .purge: delivery
    }
  }

  func verdict(onEventsOf type: ObjectIdentifier) -> Bool? {
    if let isTypeIncluded, !isTypeIncluded(type) { return true }
    return isEventIncluded == nil ? nil : false
  }
}
