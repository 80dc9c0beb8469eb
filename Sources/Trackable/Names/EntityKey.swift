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
/// The nearest identity wins, and what was said of another one is left out. What is said without an identity belongs to
/// the one that is said farther up: `ProjectKeys.tags ~>> "design"` on a screen's link still refines the project that
/// the screen computes. <doc:Entities> has the whole law.
///
/// A module adds keys to an entity by naming the same identifying key:
///
/// ```swift
/// extension ProjectKeys {
///   enum Stats: String, EntityKey {
///     case backers, pledged
///     static let identifyingKey = ProjectKeys.pid
///   }
/// }
/// ```
///
/// A property belongs to an entity by the key it is written with: a plain string of the same name belongs to none, but
/// for the identifying key its name is enough.
///
/// Cost: an event without such keys costs what it did before there were any. With them, its places are kept until the
/// farthest is known: one more allocation, and two looks at each property.
public protocol EntityKey: Key {
  /// The type of ``identifyingKey``.
  associatedtype IdentifyingKey: Key

  /// The key whose value tells which thing it is: an ID. Any key, compared by its name.
  static var identifyingKey: IdentifyingKey { get }
}

extension EntityKey {
  /// `true`: it is of an entity.
  @inlinable public var _hasTraits: Bool { true }

  /// The identifying key by its name.
  static var namedIdentifyingKey: PropertyKey {
    PropertyKey(
      owning: IdentifierName(identifyingKey.name, of: IdentifyingKey.self),
      traits: KeyTraits(isSensitive: IdentifyingKey.self is any SensitiveKey.Type))
  }
}
