import Trackable

/// What an app tracks: its events, their properties, and what is known of the user, by name and type.
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
  /// The events, sorted by name.
  package internal(set) var events: [Event] = []
  /// What any event may carry, sorted by key.
  package internal(set) var properties: [Property] = []
  /// The user properties, sorted by name.
  package internal(set) var userProperties: [Property] = []
  /// The traits of an identified user, sorted by key.
  package internal(set) var traits: [Property] = []
  /// The destinations, and the names that each of them sees, sorted by name.
  package internal(set) var destinations: [Destination] = []
  /// The notes, by the full name of the event or key.
  var notes: [String: Note] = [:]

  /// An event of a plan.
  package struct Event: Sendable, Hashable {
    /// The full name.
    package internal(set) var name: String
    /// The entity that it is about.
    package let entity: String
    /// The kind of event.
    package let eventType: AnalyticsEventType
    /// Its properties, sorted by key.
    package internal(set) var properties: [Property]
    /// Whether it is the case of an enum without raw values, so that its name is not pinned by one. No file says so.
    var isCaseWithoutRawValue = false
  }

  /// A property of an event, a user property or a trait.
  package struct Property: Sendable, Hashable {
    /// The full name of the key. A nested property has a path with the names of both keys,
    /// `App.Keys.album/App.Keys.Details.year`. A property inside an array has a path with the name of the array,
    /// `App.Keys.items[]/App.Keys.sku`, and the elements have `App.Keys.tags[]`. In a key that is a plain string, `%`, `/` and
    /// `[]` are written as in the address of a page: `%25`, `%2F` and `%5B%5D`.
    package internal(set) var key: String
    /// The types that its values have, each as ``TrackedValue/typeName``.
    package let types: Set<String>
    /// Whether the event always carries it. A property inside an array is never required: the array may be empty.
    package let isRequired: Bool
    /// Whether its key is a `SensitiveKey`.
    package let isSensitive: Bool
  }
}

// MARK: - Plans of plans

extension TrackingPlan: ExpressibleByArrayLiteral {
  /// What any of the plans has. An event's property is required if every plan that has the event requires it.
  public init(arrayLiteral plans: TrackingPlan...) { self.init(plans) }

  /// What any of the plans has. An event's property is required if every plan that has the event requires it, and has the
  /// types that it has in any of them. Their order does not matter. Name destinations afterwards, with
  /// ``seen(by:events:keys:nested:within:)``: a destination sees the names that the plan has by then.
  package init(_ plans: [TrackingPlan]) {
    let events = Dictionary(grouping: plans.flatMap(\.events), by: \.name)
    self.events = events.values.map(Event.init(union:)).sorted { $0.name < $1.name }
    properties = Property.union(plans.map(\.properties))
    userProperties = Property.union(plans.map(\.userProperties))
    traits = Property.union(plans.map(\.traits))
    let destinations = Dictionary(grouping: plans.flatMap(\.destinations), by: \.name)
    self.destinations = destinations.values.map(Destination.init(union:)).sorted { $0.name < $1.name }
    for plan in plans { notes.merge(plan.notes) { $0.union($1) } }
  }
}

extension TrackingPlan.Event {
  /// One event of several plans. If they differ in its entity or kind, the first by name counts.
  fileprivate init(union events: [TrackingPlan.Event]) {
    name = events[0].name
    entity = events.map(\.entity).min() ?? ""
    eventType = events.map(\.eventType).min { $0.rawValue < $1.rawValue } ?? .userAction
    properties = TrackingPlan.Property.union(events.map(\.properties))
    isCaseWithoutRawValue = events.contains(where: \.isCaseWithoutRawValue)
  }
}

extension TrackingPlan.Property {
  /// What several lists have. What not all of them require is not required.
  fileprivate static func union(_ lists: [[Self]]) -> [Self] {
    Dictionary(grouping: lists.joined(), by: \.key).values
      .map { group in
        Self(
          key: group[0].key,
          types: group.reduce(into: []) { $0.formUnion($1.types) },
          isRequired: group.count == lists.count && group.allSatisfy(\.isRequired),
          isSensitive: group.contains(where: \.isSensitive))
      }
      .sorted { $0.key < $1.key }
  }

  /// `int or string`.
  var typeList: String { types.sorted().joined(separator: " or ") }
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

extension AnalyticsEventType {
  /// The name of the case, as it is written in code.
  var planName: String {
    switch self {
    case .activity: "activity"
    case .click: "click"
    case .impression: "impression"
    case .redirect: "redirect"
    case .userAction: "userAction"
    }
  }
}
