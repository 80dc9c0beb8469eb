extension AnalyticsEventTracker {
  /// This tracker, receiving only the events for which `isIncluded` returns true. Everything but events passes.
  ///
  /// ```swift
  /// payPal.filter { $0.properties["test"] == nil }
  /// venmo.filter { $0.eventType != .impression }
  /// ```
  ///
  /// Two filters, one on the other, let through only the events that both let through.
  public func filter(_ isIncluded: @escaping @Sendable (TrackedEvent) -> Bool) -> some AnalyticsEventTracker {
    TransformingTracker(self, interest: { _ in .all }, ifEvent: isIncluded)
  }

  /// This tracker, receiving only the user properties for which `isIncluded` returns true. Everything else passes.
  public func filterUserProperties(
    _ isIncluded: @escaping @Sendable (TrackedUserProperty) -> Bool
  ) -> some AnalyticsEventTracker {
    TransformingTracker(self, interest: { $0 }) { call, pass in
      if case .update(let property) = call, !isIncluded(property) { return }
      pass(call)
    }
  }
}

// Rules look at the event as it was given to `track`. So they hold in any order of combinators, even if a map or a
// renaming comes first.

extension AnalyticsEventTracker {
  /// This tracker, receiving events of these types only: `payPal.allowing(eventTypes: [PaymentSent.self])`.
  ///
  /// Each module may have a list of its own: `ads.allowing(eventTypes: Payments.shared + Search.shared)`.
  public func allowing(eventTypes types: [any AnalyticsEvent.Type]) -> some AnalyticsEventTracker {
    let types = types.map { ObjectIdentifier($0) }
    return excluding { !types.contains($0) }
  }

  /// This tracker, receiving all events except those of these types: `payPal.prohibiting(eventTypes: [ReceiptShared.self])`.
  ///
  /// If no other tracker wants events of such a type either, the system evaluates nothing when one is tracked.
  public func prohibiting(eventTypes types: [any AnalyticsEvent.Type]) -> some AnalyticsEventTracker {
    let types = types.map { ObjectIdentifier($0) }
    return excluding { types.contains($0) }
  }

  /// This tracker, receiving these events only: `payPal.allowing(events: [CTA.buy, CTA.checkOut])`.
  ///
  /// An event is one of them if it has the same type and the same ``AnalyticsEvent/name``, as it was tracked. Its
  /// values do not count: `ContactsEvent.contactSelected(index: 0)` stands for every contact.
  public func allowing(events: [any AnalyticsEvent]) -> some AnalyticsEventTracker {
    let events = EventNames(events)
    return TransformingTracker(
      self, interest: { _ in .all.except { !events.haveType($0) } }, ifEvent: events.contains)
  }

  /// This tracker, receiving all events except these: `payPal.prohibiting(events: [CTA.discoverSort])`.
  ///
  /// Events are compared as in ``allowing(events:)``.
  public func prohibiting(events: [any AnalyticsEvent]) -> some AnalyticsEventTracker {
    let events = EventNames(events)
    return TransformingTracker(self, interest: { _ in .all }, ifEvent: { !events.contains($0) })
  }

  /// This tracker, receiving user properties of these types only: `payPal.allowing(userProperties: [Plan.self])`.
  /// Events are not affected.
  public func allowing(userProperties types: [any UserProperty.Type]) -> some AnalyticsEventTracker {
    let types = types.map { ObjectIdentifier($0) }
    return filterUserProperties { types.contains(ObjectIdentifier(type(of: $0.base))) }
  }

  /// This tracker, receiving all user properties except those of these types:
  /// `payPal.prohibiting(userProperties: [Email.self])`. Events are not affected.
  public func prohibiting(userProperties types: [any UserProperty.Type]) -> some AnalyticsEventTracker {
    let types = types.map { ObjectIdentifier($0) }
    return filterUserProperties { !types.contains(ObjectIdentifier(type(of: $0.base))) }
  }

  private func excluding(
    by operation: StaticString = #function, _ isExcluded: @escaping @Sendable (ObjectIdentifier) -> Bool
  ) -> some AnalyticsEventTracker {
    TransformingTracker(
      self, by: operation, interest: { $0.except(isExcluded) },
      ifEvent: { !isExcluded(ObjectIdentifier(type(of: $0.base))) })
  }
}

extension TransformingTracker {
  /// Passes the events for which a function returns true, and everything else: without a copy of the event.
  fileprivate init(
    _ base: any AnalyticsEventTracker, by operation: StaticString = #function, interest: @escaping Interest,
    ifEvent isIncluded: @escaping @Sendable (TrackedEvent) -> Bool
  ) {
    self.init(base, by: operation, interest: interest) { call, pass in
      if case .track(let event) = call, !isIncluded(event) { return }
      pass(call)
    }
  }
}

/// Events by type and name, as they are tracked.
package struct EventNames: Sendable {
  private let events: [(type: ObjectIdentifier, name: String)]

  package init(_ events: [any AnalyticsEvent]) {
    self.events = events.map { event in
      let original = TrackedEvent(event).base
      return (ObjectIdentifier(type(of: original)), original.name)
    }
  }

  package func contains(_ event: TrackedEvent) -> Bool {
    let type = ObjectIdentifier(type(of: event.base))
    // The name is looked up only where the type is one of those.
    return haveType(type) && events.contains { $0.type == type && $0.name == event.base.name }
  }

  func haveType(_ type: ObjectIdentifier) -> Bool { events.contains { $0.type == type } }
}

extension AnalyticsEventTracker {
  /// This tracker, receiving each event as `transform` returns it: changed or enriched.
  ///
  /// ```swift
  /// mixpanel.map { event in
  ///   var event = event
  ///   event.properties["network"] = .string(Reachability.current)
  ///   return event
  /// }
  /// ```
  ///
  /// A changed event keeps its ``TrackedEvent/base`` and timestamp, so rules by type still hold. Everything but events
  /// passes unchanged.
  public func map(_ transform: @escaping @Sendable (TrackedEvent) -> TrackedEvent) -> some AnalyticsEventTracker {
    changingEvents(interest: { _ in .all }) { event, pass in pass(transform(event)) }
  }

  /// This tracker, receiving each event as `transform` returns it, and none where it returns `nil`.
  public func compactMap(
    _ transform: @escaping @Sendable (TrackedEvent) -> TrackedEvent?
  ) -> some AnalyticsEventTracker {
    changingEvents(interest: { _ in .all }) { event, pass in if let changed = transform(event) { pass(changed) } }
  }

  /// This tracker, receiving the events that `transform` makes of each one: none, one or several. Every other call
  /// passes once.
  ///
  /// ```swift
  /// firebase.flatMap { event in
  ///   guard event.base is OrderPlaced else { return [event] }
  ///   return [event, TrackedEvent(ItemsSold(), properties: event.properties, timestamp: event.timestamp)]
  /// }
  /// ```
  ///
  /// The events arrive one after the other, in the order of the list. A copy keeps the ``TrackedEvent/base`` and the
  /// timestamp of its event; a new event has those that you give it, and the user of the event from which you made it.
  /// A hub's ledger counts each of several events as accepted.
  ///
  /// - Parameter transform: Returns the events that take the place of one.
  public func flatMap(
    _ transform: @escaping @Sendable (TrackedEvent) -> [TrackedEvent]
  ) -> some AnalyticsEventTracker {
    changingEvents(interest: { _ in .all }) { event, pass in for made in transform(event) { pass(made) } }
  }

  /// This tracker, with `properties` added to every event that does not have their keys: they rank lowest.
  ///
  /// ```swift
  /// payPal.addingDefaults(["src": "wallet"])
  /// ```
  ///
  /// Behind a renaming, write a key as the destination knows it.
  public func addingDefaults(
    _ properties: TrackedProperties,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> some AnalyticsEventTracker {
    adding(properties, overriding: false, at: CodeLocation(fileID: fileID, line: line))
  }

  /// This tracker, with `properties` on every event. They rank highest: they replace what the event has for their keys.
  ///
  /// ```swift
  /// payPal.overridingProperties(with: ["environment" ~>> "sandbox"])
  /// ```
  ///
  /// Behind a renaming, write a key as the destination knows it.
  public func overridingProperties(
    with properties: TrackedProperties,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> some AnalyticsEventTracker {
    adding(properties, overriding: true, at: CodeLocation(fileID: fileID, line: line))
  }

  private func adding(
    _ properties: TrackedProperties, overriding: Bool, by operation: StaticString = #function, at location: CodeLocation
  ) -> some AnalyticsEventTracker {
    let properties = properties.reportingFlaws(at: location)
    return changingEvents(by: operation, interest: { $0 }) { event, pass in
      var event = event
      event.add(properties, overriding: overriding)
      pass(event)
    }
  }

  /// Passes on the events that one becomes: none, one or several. Each has its user, also if code made it anew.
  private func changingEvents(
    by operation: StaticString = #function, interest: @escaping TransformingTracker.Interest,
    _ change: @escaping @Sendable (_ event: TrackedEvent, _ pass: (consuming TrackedEvent) -> Void) -> Void
  ) -> some AnalyticsEventTracker {
    TransformingTracker(self, by: operation, interest: interest) { call, pass in
      guard case .track(let event) = call else { return pass(call) }
      change(event) { made in
        var made = consume made
        made.belong(to: event)
        pass(.track(consume made))
      }
    }
  }
}
