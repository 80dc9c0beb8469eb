extension AnalyticsEventTracker {
  /// Returns a tracker that receives only events for which `isIncluded` returns true, and every other call.
  ///
  /// ```swift
  /// payPal.filter { $0.properties["test"] == nil }
  /// venmo.filter { $0.eventType != .impression }
  /// ```
  ///
  /// Of two filters, both have to include an event.
  public func filter(_ isIncluded: @escaping @Sendable (TrackedEvent) -> Bool) -> some AnalyticsEventTracker {
    TransformingTracker(self, interest: { _ in .all }, ifEvent: isIncluded)
  }

  /// Returns a tracker that receives only user properties for which `isIncluded` returns true, and every other call.
  public func filterUserProperties(
    _ isIncluded: @escaping @Sendable (TrackedUserProperty) -> Bool
  ) -> some AnalyticsEventTracker {
    TransformingTracker(self, interest: { $0 }) { call, pass in
      if case .update(let property) = call, !isIncluded(property) { return }
      pass(call)
    }
  }
}

// Combinators that select events by type or by name look at the event that the app passed to `track`. So they work in
// any order of combinators, even behind a map or a renaming.

extension AnalyticsEventTracker {
  /// Returns a tracker that receives only events of these types: `payPal.allowing(eventTypes: [PaymentSent.self])`.
  ///
  /// Each module can have its own list: `ads.allowing(eventTypes: Payments.shared + Search.shared)`.
  public func allowing(eventTypes types: [any AnalyticsEvent.Type]) -> some AnalyticsEventTracker {
    let types = types.map { ObjectIdentifier($0) }
    return excluding { !types.contains($0) }
  }

  /// Returns a tracker without events of these types: `payPal.prohibiting(eventTypes: [ReceiptShared.self])`.
  ///
  /// If no other tracker wants events of such a type either, the system evaluates no properties for them.
  public func prohibiting(eventTypes types: [any AnalyticsEvent.Type]) -> some AnalyticsEventTracker {
    let types = types.map { ObjectIdentifier($0) }
    return excluding { types.contains($0) }
  }

  /// Returns a tracker that receives only these events: `payPal.allowing(events: [CTA.buy, CTA.checkOut])`.
  ///
  /// The tracker compares the type and the ``AnalyticsEvent/name`` at the call of `track`. The values of a case do not
  /// matter: `ContactsEvent.contactSelected(index: 0)` stands for every contact.
  public func allowing(events: [any AnalyticsEvent]) -> some AnalyticsEventTracker {
    let events = EventNames(events)
    return TransformingTracker(
      self, interest: { _ in .all.except { !events.haveType($0) } }, ifEvent: events.contains)
  }

  /// Returns a tracker without these events: `payPal.prohibiting(events: [CTA.discoverSort])`.
  ///
  /// The tracker compares events as in ``allowing(events:)``.
  public func prohibiting(events: [any AnalyticsEvent]) -> some AnalyticsEventTracker {
    let events = EventNames(events)
    return TransformingTracker(self, interest: { _ in .all }, ifEvent: { !events.contains($0) })
  }

  /// Returns a tracker that receives only user properties of these types: `payPal.allowing(userProperties:
  /// [Plan.self])`. All events pass.
  public func allowing(userProperties types: [any UserProperty.Type]) -> some AnalyticsEventTracker {
    let types = types.map { ObjectIdentifier($0) }
    return filterUserProperties { types.contains(ObjectIdentifier(type(of: $0.base))) }
  }

  /// Returns a tracker without user properties of these types: `payPal.prohibiting(userProperties: [Email.self])`. All
  /// events pass.
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
  /// Creates a tracker that passes on the events for which a function returns true, and all other calls.
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

/// A set of events, which recognizes an event by the type and the name at the call of `track`, before any renaming.
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
    // The name is compared only for events of the listed types.
    return haveType(type) && events.contains { $0.type == type && $0.name == event.base.name }
  }

  func haveType(_ type: ObjectIdentifier) -> Bool { events.contains { $0.type == type } }
}

extension AnalyticsEventTracker {
  /// Returns a tracker that receives each event after a change by `transform`.
  ///
  /// ```swift
  /// mixpanel.map { event in
  ///   var event = event
  ///   event.properties["network"] = .string(Reachability.current)
  ///   return event
  /// }
  /// ```
  ///
  /// A changed event keeps its ``TrackedEvent/base`` and timestamp, so combinators that select events by type still
  /// recognize it. The tracker receives all other calls unchanged.
  public func map(_ transform: @escaping @Sendable (TrackedEvent) -> TrackedEvent) -> some AnalyticsEventTracker {
    changingEvents(interest: { _ in .all }) { event, pass in pass(transform(event)) }
  }

  /// Returns a tracker that receives each event after a change by `transform`. If `transform` returns `nil`, the
  /// tracker does not receive the event.
  public func compactMap(
    _ transform: @escaping @Sendable (TrackedEvent) -> TrackedEvent?
  ) -> some AnalyticsEventTracker {
    changingEvents(interest: { _ in .all }) { event, pass in if let changed = transform(event) { pass(changed) } }
  }

  /// Returns a tracker that receives, for each event, the events that `transform` returns: none, one or several. The
  /// tracker receives all other calls unchanged.
  ///
  /// ```swift
  /// firebase.flatMap { event in
  ///   guard event.base is OrderPlaced else { return [event] }
  ///   return [event, TrackedEvent(ItemsSold(), properties: event.properties, timestamp: event.timestamp)]
  /// }
  /// ```
  ///
  /// The events arrive one after the other, in the order of the list. A copy of the event keeps its
  /// ``TrackedEvent/base`` and timestamp. A new event has a base and a timestamp of its own, and the user of the
  /// original event. If there are several events, a hub's ledger counts each of them as accepted.
  ///
  /// - Parameter transform: Returns the events that replace an event.
  public func flatMap(
    _ transform: @escaping @Sendable (TrackedEvent) -> [TrackedEvent]
  ) -> some AnalyticsEventTracker {
    changingEvents(interest: { _ in .all }) { event, pass in for made in transform(event) { pass(made) } }
  }

  /// Returns a tracker that adds `properties` to every event. These properties have the lowest rank, so a property of
  /// the event wins.
  ///
  /// ```swift
  /// payPal.addingDefaults(["src": "wallet"])
  /// ```
  ///
  /// Behind a renaming, write a key in the destination's spelling.
  public func addingDefaults(
    _ properties: TrackedProperties,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> some AnalyticsEventTracker {
    adding(properties, overriding: false, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Returns a tracker that sets `properties` on every event. These properties have the highest rank, so they replace
  /// properties of the event.
  ///
  /// ```swift
  /// payPal.overridingProperties(with: ["environment" ~>> "sandbox"])
  /// ```
  ///
  /// Behind a renaming, write a key in the destination's spelling.
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

  /// Passes the events that replace an event: none, one or several. Each of these events gets the user of the original
  /// event, unless it has a user.
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
