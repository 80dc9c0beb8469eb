extension AnalyticsEventTracker {
  /// This tracker, receiving of each event only what these keys say: a list of all that a destination may get.
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
  /// What is left out is an issue, ``TrackableIssue/Kind/keyNotAllowed``, once for each key. What you leave out on purpose,
  /// leave out in front: `adNetwork.allowing(keys: […]).prohibiting(keys: […])`.
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
    let rule = KeyRule(keys, events)
    let report = LeftOutKeys(tracker: name, location: CodeLocation(fileID: fileID, line: line))
    return TransformingTracker(self, interest: .ofBase) { call in
      call.keeping(where: { rule.holds($0, for: $1) }, leftOut: { report($0, of: call) })
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
    let rule = KeyRule(keys, events)
    return TransformingTracker(self, interest: .ofBase) { call in
      call.keeping(where: { !rule.holds($0, for: $1) }, inNested: true, leftOut: { _ in })
    }
  }
}

extension TrackableIssue.Kind {
  /// A property was left out, because its key is not among those that a destination may get. Reported once for each key.
  public static let keyNotAllowed = Self("keyNotAllowed")
}

/// Keys of all calls, and more of events of some types.
private struct KeyRule: Sendable {
  private let keys: Set<PropertyKey>
  private let ofEvents: [ObjectIdentifier: Set<PropertyKey>]

  init(_ keys: [any Key], _ ofEvents: KeyValuePairs<any AnalyticsEvent.Type, [any Key]>) {
    func set(_ keys: [any Key]) -> Set<PropertyKey> { Set(keys.map { PropertyKey($0) }) }
    self.keys = set(keys)
    self.ofEvents = Dictionary(
      ofEvents.map { (ObjectIdentifier($0.key), set($0.value)) }, uniquingKeysWith: { $0.union($1) })
  }

  /// - Parameter type: That of the event; `nil` for a user.
  func holds(_ key: PropertyKey, for type: ObjectIdentifier?) -> Bool {
    keys.contains(key) || type.flatMap { ofEvents[$0] }?.contains(key) ?? false
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

extension TrackerCall {
  /// The call without the properties of an event, and traits of a user, whose keys do not stay.
  fileprivate func keeping(
    where stays: (PropertyKey, _ event: ObjectIdentifier?) -> Bool, inNested: Bool = false,
    leftOut: (PropertyKey) -> Void
  ) -> TransformedCall {
    switch self {
    case .track(var event):
      let type = ObjectIdentifier(Swift.type(of: event.base))
      func keep(_ properties: inout TrackedProperties) {
        properties.keep(where: { stays($0, type) }, inNested: inNested, leftOut: leftOut)
      }
      keep(&event.properties)
      if !event.sensitiveProperties.isEmpty { keep(&event.sensitiveProperties) }
      return .one(.track(event))
    case .identify(var user):
      func keep(_ traits: inout TrackedProperties) {
        traits.keep(where: { stays($0, nil) }, inNested: inNested, leftOut: leftOut)
      }
      keep(&user.traits)
      if !user.sensitiveTraits.isEmpty { keep(&user.sensitiveTraits) }
      return .one(.identify(user))
    case .update, .reset, .report, .purge: return .one(self)
    }
  }
}

extension TrackedProperties {
  fileprivate mutating func keep(
    where stays: (PropertyKey) -> Bool, inNested: Bool, leftOut: (PropertyKey) -> Void
  ) {
    if allSatisfy({ stays($0.key) && (!inNested || $0.value.isScalar) }) { return }
    self = TrackedProperties(
      distinct: elements.compactMap { property in
        guard stays(property.key) else {
          leftOut(property.key)
          return nil
        }
        return inNested
          ? TrackedProperty(key: property.key, given: property.value.keeping(where: stays)) : property
      })
  }
}

extension TrackedValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .array, .properties: false
    default: true
    }
  }

  /// The value without nested properties whose keys do not stay.
  fileprivate func keeping(where stays: (PropertyKey) -> Bool) -> TrackedValue {
    switch self {
    case .properties(var nested):
      nested.keep(where: stays, inNested: true, leftOut: { _ in })
      return .properties(nested)
    case .array(let values): return .array(Elements(values.map { $0.keeping(where: stays) }, inPlaceOf: values))
    default: return self
    }
  }
}
