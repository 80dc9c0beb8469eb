import Trackable

/// The events that an app tracks, their properties, and those of the user, by name and type.
///
/// Identifiers come from types, so renaming a type renames events, and a dashboard goes quiet. A plan that is committed
/// beside the tests makes a test fail first:
///
/// ```swift
/// let plan: TrackingPlan = [
///   .events(Events.App.self),
///   .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3]),
///   .event(PaymentSent(amount: 20)),
/// ]
///
/// @Test func `The tracking plan is as committed`() throws {
///   try plan.verify(against: "tracking-plan.json")
/// }
/// ```
///
/// When it fails, it says what a dashboard would notice:
///
/// ```text
///   renamed    event 'MyApp.Events.User.didRate' is gone, 'MyApp.Events.User.didRateAlbum' is new: …
/// ```
///
/// A plan is declared, as here, or observed: ``init(observing:)``. Plans are values, and a list of them is one plan that
/// has what any of them has. A plan names keys and types, and no value but what a note allows.
///
/// See <doc:TrackablePlan>.
public struct TrackingPlan: Sendable, Hashable {
  /// The events, by their full names.
  package internal(set) var events: [String: Event] = [:]
  /// What any event may carry, by its key.
  package internal(set) var properties: [String: Property] = [:]
  /// The user properties, by name, and what is inside their values, by paths that begin with the name.
  package internal(set) var userProperties: [String: Property] = [:]
  /// The groups, by type, and their traits, by paths that begin with the type.
  package internal(set) var groups: [String: Property] = [:]
  /// The traits of an identified user, by key.
  package internal(set) var traits: [String: Property] = [:]
  /// The destinations by name, and the names that each of them sees.
  package internal(set) var destinations: [String: Destination] = [:]
  /// The notes, by the full name of the event or key.
  package var notes: [String: Note] = [:]

  /// An event of a plan, and of its file.
  package struct Event: Sendable, Hashable, Codable {
    /// The entity that it is about.
    package let entity: String
    /// The kind of event: the case of `AnalyticsEventType`, as it is written in code.
    package let type: String
    /// Its properties by their keys.
    ///
    /// A key is there with its full name. A nested property has a path with the names of both keys,
    /// `App.Keys.album/App.Keys.Details.year`. A property inside an array has a path with the name of the array,
    /// `App.Keys.items[]/App.Keys.sku`, and the elements have `App.Keys.tags[]`. In a key that is a plain string, `%`, `/` and
    /// `[]` are written as in the address of a page: `%25`, `%2F` and `%5B%5D`.
    package internal(set) var properties: [String: Property]
    /// The name of the screen that it shows, as the app gives it; `nil` if it is no `ScreenEvent`.
    var screen: String?
    /// How its name comes about. No file says so.
    var naming = DottedName.Origin()

    private enum CodingKeys: CodingKey { case entity, type, screen, properties }
  }

  /// A property of an event, a user property or a trait, and of its file.
  package struct Property: Sendable, Hashable, Codable {
    /// The types that its values have, each as ``TrackedValue/typeName``, sorted.
    package let types: [String]
    /// Whether the event always carries it. A property inside an array is never required: the array may be empty.
    package internal(set) var isRequired: Bool
    /// Whether its key is a `SensitiveKey`.
    package let isSensitive: Bool
    /// The operations of a user property, sorted; `nil` if the user property is only set, and for every other property.
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

// MARK: - Plans of plans

extension TrackingPlan: ExpressibleByArrayLiteral {
  /// A plan with everything that any of the plans has. An event's property is required if every plan with the event
  /// requires it.
  public init(arrayLiteral plans: TrackingPlan...) { self.init(plans) }

  /// A plan with everything that any of the plans has. An event's property is required if every plan that has the event
  /// requires the property. A property has the types that it has in any of the plans. The order of the plans does not
  /// matter. Name destinations afterwards, with ``seen(by:events:keys:nested:within:)``: a destination sees the names
  /// that the plan has by then.
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
  /// An event that two plans have, as one event. If the plans differ in its entity or kind, the text that sorts first
  /// counts. A property that one of the plans lacks is not required.
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
  /// The property of two lists that have it.
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

  /// The type, as a plan and its file name it.
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
