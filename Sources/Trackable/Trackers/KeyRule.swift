extension AnalyticsEventTracker {
  /// Returns a tracker that receives only the properties with these keys: a complete list of the properties that a
  /// destination may get.
  ///
  /// ```swift
  /// let marketing = adNetwork.allowing(
  ///   keys: ["plan"],                                             // of every event, and of users
  ///   ofEvents: [(PaymentSent.self, [Keys.amount, Keys.currency])])   // and these of a payment
  /// ```
  ///
  /// The tracker receives an event with the properties in `keys`, and with those that `ofEvents` lists for the event's
  /// type. It receives a user with the traits in `keys`. With `allowing(keys: [])`, it receives names only. The tracker
  /// still receives all events; to allow only some events, use ``allowing(eventTypes:)`` as well.
  ///
  /// Each module can have its own list: `allowing(keys: Payments.keys + Search.keys)`. The library reports no issue
  /// when it removes a property, because removing properties is the purpose of the list. A tracking report shows the
  /// removed properties.
  ///
  /// An allowed key includes the properties nested in it. Write keys as in your code, even behind a renaming. Behind a
  /// renaming, you can also write the new names. Properties with a ``SensitiveKey`` follow the same rule.
  ///
  /// Cost: one look-up for each property, and an allocation if a property is removed.
  ///
  /// - Parameters:
  ///   - keys: The keys that every event and every user may have.
  ///   - events: The keys that events of a type may have as well.
  public func allowing(
    keys: [any Key], ofEvents events: [(any AnalyticsEvent.Type, [any Key])] = []
  ) -> some AnalyticsEventTracker {
    keeping(KeyRule(keys, events, isAllowing: true))
  }

  /// Returns a tracker that receives all properties except those with these keys.
  ///
  /// ```swift
  /// adNetwork.prohibiting(keys: [Keys.searchTerm], ofEvents: [(ScreenShown.self, [Keys.url])])
  /// ```
  ///
  /// The tracker removes these properties from every event, even nested in a value, and from the traits of users.
  /// Properties that `ofEvents` lists are removed only from events of their type.
  ///
  /// The tracker compares keys as in ``allowing(keys:ofEvents:)``. Cost: one look-up for each property.
  ///
  /// - Parameters:
  ///   - keys: The keys that no event and no user may have.
  ///   - events: The keys that events of a type may not have either.
  public func prohibiting(
    keys: [any Key], ofEvents events: [(any AnalyticsEvent.Type, [any Key])] = []
  ) -> some AnalyticsEventTracker {
    keeping(KeyRule(keys, events, isAllowing: false))
  }

  private func keeping(_ rule: KeyRule, by operation: StaticString = #function) -> some AnalyticsEventTracker {
    TransformingTracker(self, by: operation, interest: { $0 }) { call, pass in pass(rule.kept(call)) }
  }
}

/// A rule that says which properties a tracker receives: a list of keys for all calls, and further keys for events of
/// some types.
private struct KeyRule: Sendable {
  private let keys: [PropertyKey]
  private let ofEvents: [(type: ObjectIdentifier, keys: [PropertyKey])]
  /// Whether the rule keeps the properties with these keys and removes the others, or removes these properties and
  /// keeps the others.
  private let isAllowing: Bool

  init(_ keys: [any Key], _ ofEvents: [(any AnalyticsEvent.Type, [any Key])], isAllowing: Bool) {
    self.keys = keys.map { PropertyKey($0) }
    self.ofEvents = ofEvents.map { (ObjectIdentifier($0), $1.map { PropertyKey($0) }) }
    self.isAllowing = isAllowing
  }

  /// The call without the properties of an event, or the traits of a user, that the rule removes.
  func kept(_ call: TrackerCall) -> TrackerCall {
    switch call {
    case .track(var event):
      event.whole = kept(event.whole, ObjectIdentifier(type(of: event.base)))
      return .track(event)
    case .identify(var user):
      user.whole = kept(user.whole, nil)
      return .identify(user)
    case .update(var property):
      // A list of allowed keys does not apply to user properties, which an app allows by their types.
      if isAllowing, !property.isGroup { return call }
      property.whole = kept(property.whole, nil)
      return .update(property)
    case .reset, .report, .purge: return call
    }
  }

  @inline(never) private func stays(_ key: PropertyKey, _ type: ObjectIdentifier?) -> Bool {
    (keys.contains(where: key.isMeant)
      || ofEvents.contains { $0.type == type && $0.keys.contains(where: key.isMeant) }) == isAllowing
  }

  /// The properties that the rule keeps. If the rule allows a property, it also keeps the properties nested in it.
  private func kept(
    _ properties: TrackedProperties, _ type: ObjectIdentifier?
  ) -> TrackedProperties {
    if !properties.elements.contains(where: { !stays($0.key, type) || !isAllowing && $0.value.depth > 0 }) {
      return properties
    }
    return TrackedProperties(
      properties.elements.filter { stays($0.key, type) }.map { isAllowing ? $0 : $0.copied(kept($0.value, type)) })
  }

  private func kept(_ value: TrackedValue, _ type: ObjectIdentifier?) -> TrackedValue {
    value.mapProperties { nested, _ in kept(nested, type) }
  }
}
