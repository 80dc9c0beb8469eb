import Trackable

/// A plan of what an app tracks: the events with their properties, and the properties of the user, by name and type.
///
/// Identifiers come from types, so renaming a type renames events, and a dashboard no longer gets them under the old
/// names. If you commit a plan beside the tests, a test fails before that happens:
///
/// ```swift
/// let plan: TrackingPlan = [
///   .events(Events.App.self),
///   .events(
///     Events.User.self,
///     always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3]),
///   .event(PaymentSent(amount: 20)),
/// ]
///
/// @Test func `The tracking plan is as committed`() throws {
///   try plan.verify(against: "tracking-plan.json")
/// }
/// ```
///
/// The failure lists the differences that affect a dashboard:
///
/// ```text
///   renamed    event 'MyApp.Events.User.didRate' is gone,
///              'MyApp.Events.User.didRateAlbum' is new.
/// ```
///
/// A plan is declared, as here, or observed: ``init(observing:)``. A plan is a value, and a list of plans is one plan
/// with the contents of all of them. A plan contains keys and types, and no values except those that a note allows.
///
/// See <doc:TrackablePlan>.
public struct TrackingPlan: Sendable, Hashable {
  /// The events, by their full names.
  package internal(set) var events: [String: Event] = [:]
  /// The properties that any event may carry, by key.
  package internal(set) var properties: [String: Property] = [:]
  /// The user properties, by name, and the properties inside their values, by paths that begin with the name.
  package internal(set) var userProperties: [String: Property] = [:]
  /// The groups, by type, and their traits, by paths that begin with the type.
  package internal(set) var groups: [String: Property] = [:]
  /// The traits of an identified user, by key.
  package internal(set) var traits: [String: Property] = [:]
  /// The destinations, by name, each with the names that it gets.
  package internal(set) var destinations: [String: Destination] = [:]
  /// The notes, by the full name of the event or key.
  package var notes: [String: Note] = [:]

  /// An event of a plan, and of its file.
  package struct Event: Sendable, Hashable, Codable {
    /// The entity of the event.
    package let entity: String
    /// The kind of event: the name of the case of `AnalyticsEventType`.
    package let type: String
    /// The properties of the event, by their keys.
    ///
    /// A key has its full name. A nested property has a path with the names of both keys,
    /// `App.Keys.album/App.Keys.Details.year`. A property inside an array has a path with the name of the array,
    /// `App.Keys.items[]/App.Keys.sku`, and the elements have `App.Keys.tags[]`. In a key that is a plain string, `%`,
    /// `/` and `[]` are escaped as in a URL: `%25`, `%2F` and `%5B%5D`.
    package internal(set) var properties: [String: Property]
    /// The name of the event's screen in the app; `nil` if the event is not a `ScreenEvent`.
    var screen: String?
    /// The origin of the name. Files do not contain it.
    var naming = DottedName.Origin()

    private enum CodingKeys: CodingKey { case entity, type, screen, properties }
  }

  /// A property of an event, a user property or a trait, and of its file.
  package struct Property: Sendable, Hashable, Codable {
    /// The types of the values, each as ``TrackedValue/typeName``, sorted.
    package let types: [String]
    /// Whether the event always carries the property. A property inside an array is never required, because the array
    /// may be empty.
    package internal(set) var isRequired: Bool
    /// Whether the key of the property is a `SensitiveKey`.
    package let isSensitive: Bool
    /// The operations on a user property, sorted; `nil` for a user property that is only set, and for a property that
    /// is not a user property.
    let operations: [String]?

    private enum CodingKeys: String, CodingKey {
      case types, isRequired = "required", isSensitive = "sensitive", operations
    }

    package init(types: Set<String>, isRequired: Bool, isSensitive: Bool, operations: Set<String> = ["set"]) {
      (self.types, self.isRequired, self.isSensitive) = (types.sorted(), isRequired, isSensitive)
      self.operations = operations == ["set"] ? nil : operations.sorted()
    }

    /// `set`, or `increment or set`.
    var operationList: String { (operations ?? ["set"]).joined(separator: " or ") }
  }
}

// MARK: - Merging plans

extension TrackingPlan: ExpressibleByArrayLiteral {
  /// Merges plans. An event's property is required if every plan with the event requires it.
  public init(arrayLiteral plans: TrackingPlan...) { self.init(plans) }

  /// Merges plans. An event's property is required if every plan with the event requires it. If plans give a property
  /// different types, the result has all of these types. The order of the plans does not matter. Add destinations
  /// afterwards, with ``seen(by:events:keys:nested:within:)``, because a destination gets only the names that the plan
  /// has at that time.
  package init(_ plans: [TrackingPlan]) {
    for plan in plans {
      events.merge(plan.events) { $0.union($1) }
      properties.merge(plan.properties) { $0.union($1) }
      userProperties.merge(plan.userProperties) { $0.union($1) }
      groups.merge(plan.groups) { $0.union($1) }
      traits.merge(plan.traits) { $0.union($1) }
      destinations.merge(plan.destinations) { $0.union($1) }
      notes.merge(plan.notes) { $0.union($1) }
    }
  }
}

extension TrackingPlan.Event {
  /// Merges an event of two plans. If the plans differ in the entity or the kind of the event, the result has the text
  /// that sorts first. A property that one of the plans lacks is not required.
  fileprivate func union(_ other: Self) -> Self {
    var union = properties.merging(other.properties) { $0.union($1) }
    for key in union.keys where properties[key] == nil || other.properties[key] == nil {
      union[key]?.isRequired = false
    }
    return Self(
      entity: min(entity, other.entity), type: min(type, other.type), properties: union,
      screen: [screen, other.screen].compactMap(\.self).min(),
      naming: naming)
  }
}

extension TrackingPlan.Property {
  /// Merges a property of two lists.
  fileprivate func union(_ other: Self) -> Self {
    Self(
      types: Set(types + other.types), isRequired: isRequired && other.isRequired,
      isSensitive: isSensitive || other.isSensitive,
      operations: Set((operations ?? ["set"]) + (other.operations ?? ["set"])))
  }

  /// `int or string`.
  var typeList: String { types.joined(separator: " or ") }
}

extension TrackedValue {
  /// The names of all types.
  package static let typeNames: Set = ["string", "int", "double", "bool", "date", "array", "properties", "null"]

  /// The name of the type in a plan and its file.
  package var typeName: String {
    switch self {
    case .string: "string"
    case .int: "int"
    case .double: "double"
    case .bool: "bool"
    case .date: "date"
    case .array: "array"
    case .properties: "properties"
    case .null: "null"
    }
  }
}
