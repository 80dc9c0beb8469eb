import Trackable

/// An expectation: one delivery that a test expects.
///
/// ```swift
/// [
///   .identify("john", traits: [Keys.plan ~>> "premium"]),
///   .event(Events.User.didRateAlbum, [Keys.albumName ~>> "Imagine", Keys.userLikesAlbum ~>> true]),
///   .event(PaymentSent(amount: 20), containing: [Keys.src ~>> "wallet"]),
///   .userProperty(Email(value: "john@apple.records")),
///   .reset,
/// ]
/// ```
///
/// Names and keys come from types, as in the tested code. An expectation matches an event of the same type and name,
/// even if a combinator has renamed the event. It also expects the event's own `properties`, event type and screen
/// name. If the test gives another value for a key, the expectation has that value. To expect another event type, use a
/// sample, `TrackedEvent(Events.App.opened)`, and set its `eventType`.
public struct TrackingExpectation: Sendable, CustomStringConvertible {
  enum Content: Sendable {
    case event(TrackedEvent, ExpectedProperties)
    case userProperty(TrackedUserProperty)
    case identify(String, ExpectedProperties)
    case reset
    case purge
    case error(String, isAnyOfType: Bool, @Sendable (any Error) -> Bool)
  }

  let content: Content
  /// The user of an event; `nil` means any user.
  private(set) var user: ExpectedUser?

  private init(content: Content) { self.content = content }

  /// The expected call, on one line.
  public var description: String {
    switch content {
    case .event(let sample, let properties): sample.base.name + properties.properties.list + (user?.text ?? "")
    case .userProperty(let property): "user property \(property.name): \(property.text(\.quoted))"
    case .identify(let userID, let traits): "identify \(TrackedValue.string(userID).quoted)\(traits.properties.list)"
    case .reset: "reset"
    case .purge: "purge"
    case .error(let text, _, _): text
    }
  }
}

/// Stands for an event of any type.
struct NamedSample: AnalyticsEvent { let name: String }

/// The expected user of an event.
struct ExpectedUser: Sendable {
  let id: String?
  /// The expected groups; `nil` means any groups.
  let groups: TrackedProperties?

  var text: String {
    " by \(id.map { TrackedValue.string($0).quoted } ?? "no user")" + (groups.map { " in" + $0.list } ?? "")
  }
}

/// The expected properties.
struct ExpectedProperties: Sendable {
  var properties: TrackedProperties
  /// The properties with sensitive keys, which are not in `properties`.
  var sensitive: TrackedProperties
  /// Whether the delivery may have no other properties.
  var isExact = false
  /// The keys that the delivery must not have.
  var absent: [PropertyKey] = []
  /// The keys with two values in one list of the test.
  private(set) var duplicates: [PropertyKey]

  init(properties: TrackedProperties, isExact: Bool = false, absent: [PropertyKey] = []) {
    (self.properties, sensitive) = properties.split()
    duplicates = properties.duplicateKeys
    self.isExact = isExact
    self.absent = absent
  }
}

extension TrackingExpectation {
  /// Expects an event with its own properties and the given properties: exactly these properties, or these among
  /// others.
  ///
  /// `.event(PaymentSent(amount: 20), [])` expects its own properties, and no others.
  ///
  /// The order of properties does not matter. A key also matches a property that a combinator has renamed, both by the
  /// old name and by the new name.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - properties: All properties that the event must carry, besides those that it declares itself. `nil` means that
  ///     the event may carry any properties, and has to carry those of `containing`.
  ///   - others: Some of the properties that the event must carry.
  ///   - absent: Keys that the event must not carry, neither at the top level nor inside a value, in the spelling of
  ///     the code or of a destination.
  public static func event(
    _ event: some AnalyticsEvent, _ properties: TrackedProperties? = nil, containing others: TrackedProperties = [],
    lacking absent: [any Key] = []
  ) -> Self {
    let tracked = TrackedEvent(event)
    var expected = ExpectedProperties(
      properties: properties.map { others.isEmpty ? $0 : $0 + others } ?? others, isExact: properties != nil,
      absent: absent.map { PropertyKey($0) })
    expected.properties = tracked.properties + expected.properties
    expected.sensitive = tracked.sensitiveProperties + expected.sensitive
    return Self(content: .event(tracked, expected))
  }

  /// Expects an event by its name, whatever its type. Use it for an event that a test cannot make, such as that of a
  /// value proposition: `.event(named: "watchingVideo", containing: ["status" ~>> "started"])`. For your own events,
  /// pass the event, so that the name comes from its type.
  ///
  /// - Parameters:
  ///   - name: The name in the code, before a combinator renames the event.
  ///   - others: Some of the properties that the event must carry.
  ///   - absent: Keys that the event must not carry.
  public static func event(
    named name: String, containing others: TrackedProperties = [], lacking absent: [any Key] = []
  ) -> Self {
    .event(NamedSample(name: name), containing: others, lacking: absent)
  }

  /// Expects the event to carry a given user:
  /// `.event(Events.App.opened).by("john", in: ["company" ~>> "apple-records"])`.
  ///
  /// - Parameters:
  ///   - userID: The user's ID; `nil` means an event without a user.
  ///   - groups: All groups of the user: the ID of each group by the type of the group; `nil` means any groups.
  public func by(_ userID: String?, in groups: TrackedProperties? = nil) -> Self {
    var expectation = self
    expectation.user = ExpectedUser(id: userID, groups: groups)
    return expectation
  }

  /// Expects an update of a user property with the same value and operation.
  public static func userProperty(_ property: some UserProperty) -> Self {
    Self(content: .userProperty(TrackedUserProperty(property)))
  }

  /// Expects that the user joins or leaves a group, with exactly these traits.
  ///
  /// - Parameters:
  ///   - id: The group's ID; `nil` if the user has left the group.
  ///   - type: The type of the group.
  ///   - traits: All traits of the group.
  public static func group(_ id: String?, type: String, traits: TrackedProperties = []) -> Self {
    .userProperty(UserGroup(id, type: type, traits: traits))
  }

  /// Expects a sign-in, with exactly these traits.
  ///
  /// - Parameters:
  ///   - userID: The user's ID, in the form that your services know.
  ///   - traits: All traits of the user; `nil` means any traits.
  public static func identify(_ userID: String, traits: TrackedProperties? = nil) -> Self {
    Self(content: .identify(userID, ExpectedProperties(properties: traits ?? [], isExact: traits != nil)))
  }

  /// A sign-out.
  public static var reset: Self { Self(content: .reset) }

  /// A purge.
  public static var purge: Self { Self(content: .purge) }

  /// Expects an error that is equal to the given error.
  public static func error<Failure: Error & Equatable>(_ error: Failure) -> Self {
    Self(
      content: .error("error \(error)", isAnyOfType: false) {
        guard let written = $0 as? WrittenError else { return $0 as? Failure == error }
        return written.isOfType(Failure.self) && written.description == "\(error)"
      })
  }

  /// Expects an error of a type.
  public static func error<Failure: Error>(ofType type: Failure.Type) -> Self {
    Self(
      content: .error("an error of type \(type)", isAnyOfType: true) {
        $0 is Failure || ($0 as? WrittenError)?.isOfType(type) == true
      })
  }
}
