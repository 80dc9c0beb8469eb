import Trackable

/// One thing in a plan, so that two plans can be compared thing by thing.
struct PlanItem: Hashable, Comparable {
  /// In the order of a comparison.
  enum Kind: Int {
    case event, property, anyProperty, userProperty, group, trait, destination
    /// A key by its path, in whichever events. A path is in the plan as long as one property has it.
    case path
    case note
  }

  let kind: Kind
  /// The name, or the path of a property.
  let name: String
  /// The event that it is a property of.
  var event: String?

  /// The item as a sentence names it.
  var description: String {
    let words = ["event", "key", "key", "user property", "group", "trait", "destination", "key", "note on"]
    return "\(words[kind.rawValue]) '\(name)'" + (kind == .anyProperty ? " of any event" : "")
  }

  /// Whether a difference names the item when it is new or gone: not if its event is new or gone as well.
  func standsAlone(where isThere: (PlanItem) -> Bool) -> Bool {
    kind != .path && (event.map { isThere(PlanItem(kind: .event, name: $0)) } ?? true)
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.kind.rawValue, left.name, left.event ?? "") < (right.kind.rawValue, right.name, right.event ?? "")
  }
}

/// What a plan says of an item.
struct PlanFacts {
  static let always = "always there"

  /// Each is the end of a sentence. A kind of item has as many in every plan.
  var texts: [String] = []
  /// Its spelling, by the names of the destinations that see it.
  var spellings: [String: String] = [:]
}

extension TrackingPlan {
  /// Everything that the plan says.
  var facts: [PlanItem: PlanFacts] {
    var facts: [PlanItem: PlanFacts] = [:]
    func add(_ properties: [String: Property], _ kind: PlanItem.Kind, of event: String? = nil) {
      for (key, property) in properties {
        facts[PlanItem(kind: kind, name: key, event: event)] = PlanFacts(texts: [
          property.typeList, property.isRequired ? PlanFacts.always : "missing sometimes",
          property.isSensitive ? "sensitive" : "not sensitive", "updated by \(property.operationList)",
        ])
      }
    }
    func add(_ kind: PlanItem.Kind, _ name: String, _ texts: String...) {
      facts[PlanItem(kind: kind, name: name)] = PlanFacts(texts: texts)
    }
    for (name, event) in events {
      // A screen that has the event's name is renamed with it.
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
      for (kind, spellings) in [
        (PlanItem.Kind.event, destination.events), (.userProperty, destination.userProperties),
        (.path, destination.keys),
      ] {
        for (written, spelling) in spellings {
          facts[PlanItem(kind: kind, name: written), default: PlanFacts()].spellings[name] = spelling
        }
      }
    }
    return facts
  }
}
