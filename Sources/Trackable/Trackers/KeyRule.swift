extension AnalyticsEventTracker {
  /// This tracker, receiving only those properties of each event that have these keys: a list of all that a destination
  /// may get.
  ///
  /// ```swift
  /// let marketing = adNetwork.allowing(
  ///   keys: ["plan"],                                           // of every event, and of users
  ///   ofEvents: [PaymentSent.self: [Keys.amount, Keys.currency]])   // and these of a payment
  /// ```
  ///
  /// An event arrives with `keys` and with those that `ofEvents` lists for its type. A user arrives with the traits
  /// that have one of `keys`. With no keys, `allowing(keys: [])`, nothing but names arrives. Events themselves pass; to
  /// allow only some, use `allowing(PaymentSent.self)` as well.
  ///
  /// An issue names each key that was left out, ``TrackableIssue/Kind/keyNotAllowed``, once. Prohibit in front the keys
  /// that you leave out on purpose: `adNetwork.allowing(keys: […]).prohibiting(keys: […])`.
  ///
  /// A key that is allowed may have nested properties, which are allowed with it. Write keys as they are in code, also
  /// behind a renaming; there, the new names work too. Properties of a ``SensitiveKey`` are left out in the same way.
  ///
  /// Cost: one look-up for each property, and an allocation where something is left out.
  ///
  /// - Parameters:
  ///   - keys: The keys that every event and every user may have.
  ///   - events: The keys that events of a type may have as well.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func allowing(
    keys: [any Key], ofEvents events: KeyValuePairs<any AnalyticsEvent.Type, [any Key]> = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    let rule = KeyRule(keys, events, isAllowing: true)
    let (tracker, location) = (name, CodeLocation(fileID: fileID, line: line))
    return TransformingTracker(self, interest: { $0 }) { call, pass in
      var leftOut: [PropertyKey] = []
      pass(rule.kept(call, &leftOut))
      for key in leftOut {
        IssueReporter.current.reportOnce(
          TrackableIssue(
            kind: .keyNotAllowed,
            message: tracker + " may not get '" + key.name + "', which '" + call.name + "' has; it was left out.",
            remedy: "add it to allowing(keys:), or leave it out with prohibiting(keys:) in front.",
            location: location, subject: key.name), here: true)
      }
    }
  }

  /// This tracker, receiving everything but the properties with these keys.
  ///
  /// ```swift
  /// adNetwork.prohibiting(keys: [Keys.searchTerm], ofEvents: [ScreenShown.self: [Keys.url]])
  /// ```
  ///
  /// The tracker leaves these properties out of every event, even nested in a value, and out of the traits of users. It
  /// leaves those that `ofEvents` lists out of events of the type only. No issue reports them.
  ///
  /// Keys are compared as in ``allowing(keys:ofEvents:fileID:line:)``. Cost: one look-up for each property.
  ///
  /// - Parameters:
  ///   - keys: The keys that no event and no user may have.
  ///   - events: The keys that events of a type may not have either.
  public func prohibiting(
    keys: [any Key], ofEvents events: KeyValuePairs<any AnalyticsEvent.Type, [any Key]> = [:]
  ) -> some AnalyticsEventTracker {
    let rule = KeyRule(keys, events, isAllowing: false)
    return TransformingTracker(self, interest: { $0 }) { call, pass in
      var leftOut: [PropertyKey] = []
      pass(rule.kept(call, &leftOut))
    }
  }
}

extension TrackableIssue.Kind {
  /// A property was left out, because its key is not among those that a destination may get. Reported once for each
  /// key.
  public static let keyNotAllowed = Self("keyNotAllowed")
}

/// Keys of all calls, and more of events of some types.
private struct KeyRule: Sendable {
  private let keys: [PropertyKey]
  private let ofEvents: [(type: ObjectIdentifier, keys: [PropertyKey])]
  /// Whether these stay, and not the others.
  private let isAllowing: Bool

  init(
    _ keys: [any Key], _ ofEvents: KeyValuePairs<any AnalyticsEvent.Type, [any Key]>, isAllowing: Bool
  ) {
    self.keys = keys.map { PropertyKey($0) }
    self.ofEvents = ofEvents.map { (ObjectIdentifier($0), $1.map { PropertyKey($0) }) }
    self.isAllowing = isAllowing
  }

  /// The call without the properties of an event, and the traits of a user, whose keys do not stay.
  ///
  /// - Parameter leftOut: Gets these keys.
  func kept(_ call: TrackerCall, _ leftOut: inout [PropertyKey]) -> TrackerCall {
    switch call {
    case .track(var event):
      event.whole = kept(event.whole, ObjectIdentifier(type(of: event.base)), &leftOut)
      return .track(event)
    case .identify(var user):
      user.whole = kept(user.whole, nil, &leftOut)
      return .identify(user)
    case .update(var property):
      // A user property is allowed by its type, with everything that is in it.
      if isAllowing, !property.isGroup { return call }
      property.whole = kept(property.whole, nil, &leftOut)
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
    _ properties: TrackedProperties, _ type: ObjectIdentifier?, _ leftOut: inout [PropertyKey]
  ) -> TrackedProperties {
    if !properties.elements.contains(where: { !stays($0.key, type) || !isAllowing && $0.value.depth > 0 }) {
      return properties
    }
    var result: [TrackedProperty] = []
    for property in properties.elements {
      if !stays(property.key, type) {
        leftOut.append(property.key)
      } else if isAllowing {
        result.append(property)
      } else {
        result.append(property.copied(kept(property.value, type, &leftOut)))
      }
    }
    return TrackedProperties(result)
  }

  @inline(never) private func kept(
    _ value: TrackedValue, _ type: ObjectIdentifier?, _ leftOut: inout [PropertyKey]
  ) -> TrackedValue {
    value.mapProperties { nested, _ in kept(nested, type, &leftOut) }
  }
}
