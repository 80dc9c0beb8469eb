import Trackable

/// An item of a plan, such as an event or a property, for a comparison of plans.
struct PlanItem: Hashable, Comparable {
  /// The kinds, in the order of a comparison.
  enum Kind: Int {
    case event, property, anyProperty, userProperty, group, trait, destination
    /// A key by its path, in any event. A path is in the plan as long as one property has it.
    case path
    case note
  }

  let kind: Kind
  /// The name of the item; for a property, its path.
  let name: String
  /// The event of a property.
  var event: String?
  /// The destination, if the item is the spelling of a name at that destination.
  var destination: String?

  /// The name of the item in a sentence.
  var description: String {
    let words = ["event", "key", "key", "user property", "group", "trait", "destination", "key", "note on"]
    return "\(words[kind.rawValue]) '\(name)'" + (kind == .anyProperty ? " of any event" : "")
      + (destination.map { " for '\($0)'" } ?? "")
  }

  /// Whether the comparison lists a new or removed item on its own. If the whole event or destination is new or
  /// removed, the comparison lists only the event or destination.
  func standsAlone(where isThere: (PlanItem) -> Bool) -> Bool {
    destination == nil && (event.map { isThere(PlanItem(kind: .event, name: $0)) } ?? true)
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.kind.rawValue, left.name, left.event ?? "", left.destination ?? "")
      < (right.kind.rawValue, right.name, right.event ?? "", right.destination ?? "")
  }
}

extension TrackingPlan {
  static let always = "always there"

  /// The facts of the plan about each item, as the ends of sentences. All items of a kind have the same number of
  /// facts, in every plan.
  var facts: [PlanItem: [String]] {
    var facts: [PlanItem: [String]] = [:]
    func add(_ properties: [String: Property], _ kind: PlanItem.Kind, of event: String? = nil) {
      for (key, property) in properties {
        facts[PlanItem(kind: kind, name: key, event: event)] = [
          property.typeList, property.isRequired ? Self.always : "missing sometimes",
          property.isSensitive ? "sensitive" : "not sensitive", "updated by \(property.operationList)",
        ]
      }
    }
    func add(_ kind: PlanItem.Kind, _ name: String, for destination: String? = nil, _ texts: String...) {
      facts[PlanItem(kind: kind, name: name, destination: destination)] = texts
    }
    for (name, event) in events {
      // If the screen has the name of the event, renaming the event also renames the screen, so the fact does not
      // contain the name.
      let screen = event.screen.map { $0 == name ? "a screen" : "the screen '\($0)'" } ?? "no screen"
      add(.event, name, "about '\(event.entity)'", "of type '\(event.type)'", screen)
      add(event.properties, .property, of: name)
    }
    add(properties, .anyProperty)
    add(userProperties, .userProperty)
    add(groups, .group)
    add(traits, .trait)
    for (name, note) in notesInUse { add(.note, name, "'\(note.text)'") }
    for (name, destination) in destinations {
      add(.destination, name, "given nested values \(destination.takesNestedValues ? "as they are" : "flattened")")
      for (kind, names, spellings) in [
        (PlanItem.Kind.event, Set(events.keys), destination.events),
        (.userProperty, userPropertyNames, destination.userProperties),
        (.path, Set(destinations.values.flatMap(\.keys.keys)), destination.keys),
      ] {
        for written in names { add(kind, written, for: name, spellings[written].map { "'\($0)'" } ?? "missing") }
      }
    }
    return facts
  }
}
