/// A key of something that only those get who ask for it: a mail address, a name, a place.
///
/// ```swift
/// enum UserKeys: String, SensitiveKey { case email }
///
/// page.track(
///   Events.User.didSignUp, trackedProperties: [UserKeys.email ~>> "john@apple.records", Keys.plan ~>> "free"])
///
/// func track(_ event: TrackedEvent) {
///   print(event.properties)            // [MyApp.Keys.plan: free]
///   print(event.sensitiveProperties)   // [MyApp.UserKeys.email: (sensitive)]: its value is read on purpose
/// }
/// ```
///
/// Such a property is given, inherited and merged like any other. When an event, a user or a user property is made, it is
/// split off, also from nested values: `TrackedEvent.sensitiveProperties`, `TrackedUser.sensitiveTraits` and
/// `TrackedUserProperty.sensitiveValue` have it, and nothing else. It is not printed anywhere, neither by descriptions and
/// `dump` nor in explanations, issues and drawings of chains.
///
/// A key can be sensitive and of an entity: `enum UserKeys: String, EntityKey, SensitiveKey`.
///
/// A property is sensitive by the key it is written with; a plain string of the same name is not.
///
/// Cost: an event without such keys costs what it did before there were any.
public protocol SensitiveKey: Key {}

extension SensitiveKey {
  /// `true`: it is sensitive.
  @inlinable public var _hasTraits: Bool { true }
}

extension SensitiveKey where Self: EntityKey {
  /// `true`: it is both.
  @inlinable public var _hasTraits: Bool { true }
}
