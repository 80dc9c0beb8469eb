import Trackable

/// One delivery that a test expects.
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
/// Names and keys come from types, as in the tested code. An expectation means an event of the same type and name, also where a
/// tracker on the way has renamed it. The event's own `properties`, event type and screen name are expected as well; for the
/// same key, the test's value takes precedence. Expect another type with a sample, `TrackedEvent(Events.App.opened)`, whose
/// `eventType` you set.
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
  /// The user of an event; `nil` means any.
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

/// The user whom a test expects as that of an event.
struct ExpectedUser: Sendable {
  let id: String?
  /// `nil` means any.
  let groups: TrackedProperties?

  var text: String {
    " by \(id.map { TrackedValue.string($0).quoted } ?? "no user")" + (groups.map { " in" + $0.list } ?? "")
  }
}

/// The properties that a test expects.
struct ExpectedProperties: Sendable {
  var properties: TrackedProperties
  /// The properties with sensitive keys, which `properties` does not have.
  var sensitive: TrackedProperties
  /// Whether the delivery may have no others.
  var isExact = false
  /// Keys that the delivery must not have.
  var absent: [PropertyKey] = []
  /// Keys to which the test gives two values in one list.
  private(set) var duplicates: [PropertyKey]

  init(properties: TrackedProperties, isExact: Bool = false, absent: [PropertyKey] = []) {
    (self.properties, sensitive) = properties.split()
    duplicates = properties.duplicateKeys
    self.isExact = isExact
    self.absent = absent
  }
}

extension TrackingExpectation {
  /// An event with its own properties and exactly these, or with these among others.
  ///
  /// `.event(PaymentSent(amount: 20), [])` means that it carries its own properties, and nothing else.
  ///
  /// The order of properties does not matter. A key means a property also where a tracker on the way has renamed it, and by
  /// the name that it got there.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - properties: All its properties, but for its own; `nil` means that it may have others than those of `containing`.
  ///   - others: Some of its properties.
  ///   - absent: Keys that it does not carry, neither at the top nor inside a value, and neither as the code writes them nor as
  ///     a destination spells them.
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

  /// The same event, tracked for this user: `.event(Events.App.opened).by("john", in: ["company" ~>> "apple-records"])`.
  ///
  /// - Parameters:
  ///   - userID: The ID of the user; `nil` means that none was signed in.
  ///   - groups: The ID of each group by its type, exactly these; `nil` means any.
  public func by(_ userID: String?, in groups: TrackedProperties? = nil) -> Self {
    var expectation = self
    expectation.user = ExpectedUser(id: userID, groups: groups)
    return expectation
  }

  /// A user property that is set to this value, or changed by it as it says.
  public static func userProperty(_ property: some UserProperty) -> Self {
    Self(content: .userProperty(TrackedUserProperty(property)))
  }

  /// That the user is in a group, or has left it, with exactly these traits of it.
  ///
  /// - Parameters:
  ///   - id: The group; `nil` if the user has left it.
  ///   - type: What kind of group it is.
  ///   - traits: All its traits.
  public static func group(_ id: String?, type: String, traits: TrackedProperties = []) -> Self {
    .userProperty(UserGroup(id, type: type, traits: traits))
  }

  /// That the user became known, with exactly these traits.
  ///
  /// - Parameters:
  ///   - userID: The user, by the ID that your services know.
  ///   - traits: All their traits; `nil` means any.
  public static func identify(_ userID: String, traits: TrackedProperties? = nil) -> Self {
    Self(content: .identify(userID, ExpectedProperties(properties: traits ?? [], isExact: traits != nil)))
  }

  /// That the system forgot the user.
  public static var reset: Self { Self(content: .reset) }

  /// A purge.
  public static var purge: Self { Self(content: .purge) }

  /// An error that is equal to this one.
  public static func error<Failure: Error & Equatable>(_ error: Failure) -> Self {
    Self(
      content: .error("error \(error)", isAnyOfType: false) {
        guard let written = $0 as? WrittenError else { return $0 as? Failure == error }
        return written.isOfType(Failure.self) && written.description == "\(error)"
      })
  }

  /// An error of this type.
  public static func error<Failure: Error>(ofType type: Failure.Type) -> Self {
    Self(
      content: .error("an error of type \(type)", isAnyOfType: true) {
        $0 is Failure || ($0 as? WrittenError)?.isOfType(type) == true
      })
  }
}
