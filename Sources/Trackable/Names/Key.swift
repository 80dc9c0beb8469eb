/// The key of a property.
///
/// Declare keys as enums with `String` raw values, and they are named by their type path: no name is typed by hand,
/// none can be misspelt, and nested enums group what belongs together.
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
/// The name is the same in debug and release builds and from run to run. How a destination spells it is up to a
/// ``NamingStyle``. The library asks an enum case for its name once and keeps the answer, so `name` must always be
/// the same for a case. Types that are larger than two bytes, such as most structs, are asked every time; so are cases beyond the
/// first 1,024 of a type.
///
/// Two keys are the same key if their names are equal, also if their types differ.
public protocol Key: Sendable {
  /// The full name of the key. Enums with `String` raw values get it from their type path and case.
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

/// A key of something that has an identity: one project, one user, one order.
///
/// The keys of one entity describe one thing, and an event never mixes two of them:
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
/// The nearest identity wins, and the event leaves out the properties of every other one: <doc:Entities>. `pid ~>> nil`
/// beside another of these keys is the identity of a project whose ID is not known yet. A module adds keys to an entity with
/// a type that has the same identifying key.
///
/// Cost: nothing for an event without such keys. With them, one more allocation, and two looks at each property.
public protocol EntityKey: Key {
  /// The type of ``identifyingKey``.
  associatedtype IdentifyingKey: Key

  /// The key whose value tells which thing it is: an ID. Any key, compared by its name.
  static var identifyingKey: IdentifyingKey { get }
}

extension EntityKey {
  /// The identifying key by its name, which is asked for once.
  static var namedIdentifyingKey: PropertyKey {
    let word = NameTable.word(.identity, of: Self.self, ())
    if let known = NameTable.lookup(word) { return PropertyKey(known) }
    let key = PropertyKey(identifyingKey)
    let record = NameTable.record(word, key.identifier, KeyTraits(isSensitive: key.isSensitive))
    return record.map { PropertyKey(.passUnretained($0)) } ?? key
  }
}

// MARK: - Sensitive keys

/// A key whose value reaches only the trackers that ask for it: a mail address, a name, a place.
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
/// Such a property is given, inherited and merged like any other. When the library makes an event, a user or a user
/// property, it splits the property off, also from nested values, and prints it nowhere: <doc:SensitiveValues>.
///
/// A key can be sensitive and of an entity: `enum UserKeys: String, EntityKey, SensitiveKey`.
///
/// Cost: nothing for an event without such keys.
public protocol SensitiveKey: Key {}

// MARK: - Traits of a type's keys

/// What the type of a key says about its keys.
struct KeyTraits: Sendable {
  /// The type that names the identifying key. The type is asked when the identifying key is needed, not when a key of
  /// the type is made: the identifying key may be made of such a key, and asking would never end.
  var entity: (any EntityKey.Type)?

  /// The identifying key where a renaming has spelled it.
  var renamedIdentity: PropertyKey?

  /// Whether only a tracker that asks for the value gets it.
  var isSensitive = false
}

extension KeyTraits {
  static let sensitive = KeyTraits(isSensitive: true)

  var hasIdentity: Bool { entity != nil || renamedIdentity != nil }

  /// The key that tells apart what the entity describes.
  var identifyingKey: PropertyKey? { renamedIdentity ?? entity?.namedIdentifyingKey }

  /// What a type says, looked up once for each of its cases.
  init(of type: any Key.Type) {
    entity = type as? any EntityKey.Type
    isSensitive = type is any SensitiveKey.Type
  }
}
