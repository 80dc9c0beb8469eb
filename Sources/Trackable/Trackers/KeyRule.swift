extension AnalyticsEventTracker {
  /// This tracker, receiving only those properties of each event that have these keys: a list of all that a destination
  /// may get.
  ///
  /// ```swift
  /// let marketing = adNetwork.allowing(
  ///   keys: ["plan"],                                             // of every event, and of users
  ///   ofEvents: [(PaymentSent.self, [Keys.amount, Keys.currency])])   // and these of a payment
  /// ```
  ///
  /// An event arrives with `keys` and with those that `ofEvents` lists for its type. A user arrives with the traits
  /// that have one of `keys`. With no keys, `allowing(keys: [])`, nothing but names arrives. Events themselves pass; to
  /// allow only some, use ``allowing(eventTypes:)`` as well.
  ///
  /// Each module may have a list of its own: `allowing(keys: Payments.keys + Search.keys)`. No issue reports a key that was
  /// left out, since that is the purpose of the list; a tracking report shows it.
  ///
  /// A key that is allowed may have nested properties, which are allowed with it. Write keys as they are in code, also
  /// behind a renaming; there, the new names work too. Properties of a ``SensitiveKey`` are left out in the same way.
  ///
  /// Cost: one look-up for each property, and an allocation where something is left out.
  ///
  /// - Parameters:
  ///   - keys: The keys that every event and every user may have.
  ///   - events: The keys that events of a type may have as well.
  public func allowing(
    keys: [any Key], ofEvents events: [(any AnalyticsEvent.Type, [any Key])] = []
  ) -> some AnalyticsEventTracker {
    keeping(KeyRule(keys, events, isAllowing: true))
  }

  /// This tracker, receiving everything but the properties with these keys.
  ///
  /// ```swift
  /// adNetwork.prohibiting(keys: [Keys.searchTerm], ofEvents: [(ScreenShown.self, [Keys.url])])
  /// ```
  ///
  /// The tracker leaves these properties out of every event, even nested in a value, and out of the traits of users. It
  /// leaves those that `ofEvents` lists out of events of the type only.
  ///
  /// Keys are compared as in ``allowing(keys:ofEvents:)``. Cost: one look-up for each property.
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

/// Keys of all calls, and more of events of some types.
private struct KeyRule: Sendable {
  private let keys: [PropertyKey]
  private let ofEvents: [(type: ObjectIdentifier, keys: [PropertyKey])]
  /// Whether these stay, and not the others.
  private let isAllowing: Bool

  init(_ keys: [any Key], _ ofEvents: [(any AnalyticsEvent.Type, [any Key])], isAllowing: Bool) {
    self.keys = keys.map { PropertyKey($0) }
    self.ofEvents = ofEvents.map { (ObjectIdentifier($0), $1.map { PropertyKey($0) }) }
    self.isAllowing = isAllowing
  }

  /// The call without the properties of an event, and the traits of a user, whose keys do not stay.
  func kept(_ call: TrackerCall) -> TrackerCall {
    switch call {
    case .track(var event):
      event.whole = kept(event.whole, ObjectIdentifier(type(of: event.base)))
      return .track(event)
    case .identify(var user):
      user.whole = kept(user.whole, nil)
      return .identify(user)
    case .update(var property):
      // A user property is allowed by its type, with everything that is in it.
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

  /// The properties that stay. A value nested in an allowed property is allowed with it.
  @inline(never) private func kept(
    _ properties: TrackedProperties, _ type: ObjectIdentifier?
  ) -> TrackedProperties {
    if !properties.elements.contains(where: { !stays($0.key, type) || !isAllowing && $0.value.depth > 0 }) {
      return properties
    }
    return TrackedProperties(
      properties.elements.filter { stays($0.key, type) }.map { isAllowing ? $0 : $0.copied(kept($0.value, type)) })
  }

  @inline(never) private func kept(_ value: TrackedValue, _ type: ObjectIdentifier?) -> TrackedValue {
    value.mapProperties { nested, _ in kept(nested, type) }
  }
}
