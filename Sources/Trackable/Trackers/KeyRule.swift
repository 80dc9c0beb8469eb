extension AnalyticsEventTracker {
  /// This tracker, receiving of each event only the properties with these keys: a list of all that a destination may get.
  ///
  /// ```swift
  /// let marketing = adNetwork.allowing(
  ///   keys: ["plan"],                                           // of every event, and of users
  ///   ofEvents: [PaymentSent.self: [Keys.amount, Keys.currency]])   // and these of a payment
  /// ```
  ///
  /// An event arrives with `keys` and with those that `ofEvents` lists for its type. A user arrives with the traits that have
  /// one of `keys`. With no keys, `allowing(keys: [])`, nothing but names arrives. Events themselves pass; to allow only some,
  /// use `allowing(PaymentSent.self)` as well.
  ///
  /// An issue names each key that was left out, ``TrackableIssue/Kind/keyNotAllowed``, once. Prohibit in front the keys that you
  /// leave out on purpose: `adNetwork.allowing(keys: […]).prohibiting(keys: […])`.
  ///
  /// A key that is allowed may have nested properties, which are allowed with it. Keys are compared as they are here: in front
  /// of a renaming, write them as they are in code. Properties of a ``SensitiveKey`` are left out in the same way.
  ///
  /// Cost: one look-up for each property, and an allocation where something is left out.
  ///
  /// - Parameters:
  ///   - keys: Those that every event and every user may have.
  ///   - events: Those that events of a type may have besides.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func allowing(
    keys: [any Key], ofEvents events: KeyValuePairs<any AnalyticsEvent.Type, [any Key]> = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    let rule = KeyRule(keys, events, isAllowing: true)
    let report = LeftOutKeys(tracker: name, location: CodeLocation(fileID: fileID, line: line))
    return TransformingTracker(self, interest: .ofBase) { call in
      let (kept, leftOut) = rule.keep(call)
      for key in leftOut { report(key, of: call) }
      return .one(kept)
    }
  }

  /// This tracker, receiving everything but what these keys say.
  ///
  /// ```swift
  /// adNetwork.prohibiting(keys: [Keys.searchTerm], ofEvents: [ScreenShown.self: [Keys.url]])
  /// ```
  ///
  /// They are left out of every event, also where they are nested in a value, and of the traits of users. Those that `ofEvents`
  /// lists are left out of events of the type only. Nothing is reported.
  ///
  /// Keys are compared as in ``allowing(keys:ofEvents:fileID:line:)``. Cost: one look-up for each property.
  ///
  /// - Parameters:
  ///   - keys: Those that no event and no user may have.
  ///   - events: Those that events of a type may not have either.
  public func prohibiting(
    keys: [any Key], ofEvents events: KeyValuePairs<any AnalyticsEvent.Type, [any Key]> = [:]
  ) -> some AnalyticsEventTracker {
    let rule = KeyRule(keys, events, isAllowing: false)
    return TransformingTracker(self, interest: .ofBase) { .one(rule.keep($0).kept) }
  }
}

extension TrackableIssue.Kind {
  /// A property was left out, because its key is not among those that a destination may get. Reported once for each key.
  public static let keyNotAllowed = Self("keyNotAllowed")
}

/// Keys of all calls, and more of events of some types. It takes no closures: the compiler would copy it for each.
private struct KeyRule: Sendable {
  private let keys: Set<PropertyKey>
  private let ofEvents: [ObjectIdentifier: Set<PropertyKey>]
  /// Whether these stay, and not the others.
  private let isAllowing: Bool

  init(
    _ keys: [any Key], _ ofEvents: KeyValuePairs<any AnalyticsEvent.Type, [any Key]>, isAllowing: Bool
  ) {
    func set(_ keys: [any Key]) -> Set<PropertyKey> { Set(keys.map { PropertyKey($0) }) }
    self.keys = set(keys)
    self.ofEvents = Dictionary(
      ofEvents.map { (ObjectIdentifier($0.key), set($0.value)) }, uniquingKeysWith: { $0.union($1) })
    self.isAllowing = isAllowing
  }

  /// The call without the properties of an event, and traits of a user, whose keys do not stay; and these keys.
  @inline(never)
  func keep(_ call: TrackerCall) -> (kept: TrackerCall, leftOut: [PropertyKey]) {
    var leftOut: [PropertyKey] = []
    switch call {
    case .track(var event):
      let more = ofEvents[ObjectIdentifier(type(of: event.base))]
      if let kept = keep(event.properties, more, &leftOut) { event.properties = kept }
      if !event.sensitiveProperties.isEmpty, let kept = keep(event.sensitiveProperties, more, &leftOut) {
        event.sensitiveProperties = kept
      }
      return (.track(event), leftOut)
    case .identify(var user):
      if let kept = keep(user.traits, nil, &leftOut) { user.traits = kept }
      if !user.sensitiveTraits.isEmpty, let kept = keep(user.sensitiveTraits, nil, &leftOut) {
        user.sensitiveTraits = kept
      }
      return (.identify(user), leftOut)
    case .update, .reset, .report, .purge: return (call, [])
    }
  }

  private func stays(_ key: PropertyKey, _ more: Set<PropertyKey>?) -> Bool {
    (keys.contains(key) || more?.contains(key) ?? false) == isAllowing
  }

  /// What stays of properties; `nil` if everything does. What is nested in an allowed property is allowed with it.
  @inline(never)
  private func keep(
    _ properties: TrackedProperties, _ more: Set<PropertyKey>?, _ leftOut: inout [PropertyKey]
  ) -> TrackedProperties? {
    var (kept, isChanged): ([TrackedProperty], Bool) = ([], false)
    for property in properties.elements {
      if !stays(property.key, more) {
        leftOut.append(property.key)
        isChanged = true
      } else if !isAllowing, let value = keep(property.value, more) {
        kept.append(TrackedProperty(key: property.key, given: value))
        isChanged = true
      } else {
        kept.append(property)
      }
    }
    return isChanged ? TrackedProperties(distinct: kept) : nil
  }

  /// What stays of a value with properties in it; `nil` if it has none.
  private func keep(_ value: TrackedValue, _ more: Set<PropertyKey>?) -> TrackedValue? {
    var nestedKeys: [PropertyKey] = []
    switch value {
    case .properties(let nested): return keep(nested, more, &nestedKeys).map { .properties($0) }
    case .array(let values):
      return .array(TrackedValue.Elements(values.map { keep($0, more) ?? $0 }, inPlaceOf: values))
    default: return nil
    }
  }
}

/// Reports keys that are left out, once each. The first hundred: plain strings may make any number.
private final class LeftOutKeys: Sendable {
  private static let maximum = 100

  private let tracker: String
  private let location: CodeLocation
  private let reported = Lock<Set<PropertyKey>>([])

  init(tracker: String, location: CodeLocation) {
    self.tracker = tracker
    self.location = location
  }

  func callAsFunction(_ key: PropertyKey, of call: TrackerCall) {
    guard reported.withLock({ $0.count < Self.maximum && $0.insert(key).inserted }) else { return }
    IssueReporter.current.report(
      TrackableIssue(
        kind: .keyNotAllowed,
        message: "\(tracker) may not get '\(key.name)', which '\(call.name)' has; it was left out.",
        remedy: "add it to allowing(keys:), or leave it out with prohibiting(keys:) in front.",
        location: location, subject: key.name))
  }
}
