/// The key of a property.
///
/// Declare keys as enums with `String` raw values: the names come from the type path, so the compiler finds a misspelt
/// key, and nested enums group related keys.
///
/// ```swift
/// enum Keys: String, Key {
///   case albumName
///   enum App: String, Key { case uptime }
/// }
///
/// Keys.albumName.name    // "MyApp.Keys.albumName"
/// Keys.App.uptime.name   // "MyApp.Keys.App.uptime"
/// "plan".name            // "plan": plain strings are keys too
/// ```
///
/// The name is the same in debug and release builds, and in every run. A ``NamingStyle`` changes the spelling for a
/// destination. The library reads the name of an enum case once and keeps it, so `name` must always be the same for a
/// case. The library reads the name every time for types larger than two bytes, such as most structs, and for cases
/// beyond the first 1,024 of a type.
///
/// Two keys with equal names are the same key, even if their types differ.
public protocol Key: Sendable {
  /// The full name of the key. Enums with `String` raw values get the name from their type path and case.
  var name: String { get }
}

extension Key where Self: RawRepresentable, RawValue == String {
  /// The type path and the raw value: `MyApp.Keys.App.uptime`.
  @_disfavoredOverload public var name: String { NameTable.path(of: Self.self).name + "." + rawValue }
}

extension String: Key {
  /// The string itself.
  public var name: String { self }
}

// MARK: - Keys of entities

/// A key of an entity, such as a project or an order.
///
/// The keys of an entity describe one thing. An event never mixes the properties of two things:
///
/// ```swift
/// enum ProjectKeys: String, EntityKey {
///   case pid, name, tags
///   static let identifyingKey = pid
/// }
///
/// // On the thanks page, whose chain says pid 1, name "Fountain pen", tags "design":
/// page.track(Events.User.didSelectRecommendation, trackedProperties: [ProjectKeys.pid ~>> 99])
/// // pid 99, and neither name nor tags: they belong to project 1
/// ```
///
/// The event carries the properties of the nearest entity, and leaves out those of the others: see <doc:Entities>. If a
/// list contains `pid ~>> nil` and another of these keys, the list describes a project whose ID is not known yet. To
/// add keys to an entity in another module, declare a type with the same identifying key.
///
/// Cost: nothing for an event without such keys. An event with such keys takes one more allocation, and two passes over
/// its properties.
public protocol EntityKey: Key {
  /// The type of ``identifyingKey``.
  associatedtype IdentifyingKey: Key

  /// The key whose value is the ID of the entity. The library compares the key by its name.
  static var identifyingKey: IdentifyingKey { get }
}

extension EntityKey {
  /// The identifying key. The library reads its name once.
  static var namedIdentifyingKey: PropertyKey {
    let word = NameTable.word(.identity, of: Self.self, ())
    if let known = NameTable.lookup(word) { return PropertyKey(known) }
    let key = PropertyKey(identifyingKey)
    let record = NameTable.record(word, key.identifier, KeyTraits(isSensitive: key.isSensitive))
    return record.map { PropertyKey(.passUnretained($0)) } ?? key
  }
}

// MARK: - Sensitive keys

/// A key whose value reaches only trackers that read sensitive properties, such as a mail address or a person's name.
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
/// A sensitive property is passed, inherited and merged like any other. When the library makes an event, a user or a
/// user property, it separates the sensitive properties from the others, including those in nested values. The library
/// never prints sensitive properties: see <doc:SensitiveValues>.
///
/// A key can be both sensitive and a key of an entity: `enum UserKeys: String, EntityKey, SensitiveKey`.
///
/// Cost: nothing for an event without such keys.
public protocol SensitiveKey: Key {}

// MARK: - Traits of a type's keys

/// The facts that the type of a key declares about its keys.
struct KeyTraits: Sendable {
  /// The type that declares the identifying key. The library reads the identifying key only when it needs that key, and
  /// not when it makes a key of this type. The identifying key may itself be of this type, so reading it then would
  /// never end.
  var entity: (any EntityKey.Type)?

  /// The identifying key after a renaming.
  var renamedIdentity: PropertyKey?

  /// Whether only a tracker that reads sensitive properties gets the value.
  var isSensitive = false
}

extension KeyTraits {
  static let sensitive = KeyTraits(isSensitive: true)

  var hasIdentity: Bool { entity != nil || renamedIdentity != nil }

  /// The key whose value is the ID of the entity.
  var identifyingKey: PropertyKey? { renamedIdentity ?? entity?.namedIdentifyingKey }

  /// Looks up the facts about a type. The library does this once for each case.
  init(of type: any Key.Type) {
    entity = type as? any EntityKey.Type
    isSensitive = type is any SensitiveKey.Type
  }
}
