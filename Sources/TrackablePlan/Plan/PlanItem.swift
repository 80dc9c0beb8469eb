import Trackable

/// One thing in a plan, so that two plans can be compared thing by thing.
enum PlanItem: Hashable, Comparable {
  case event(String)
  case property(String, of: String)
  case anyProperty(String)
  case userProperty(String)
  case group(String)
  case trait(String)
  case destination(String)
  /// A key by its path, wherever it is. It comes and goes with the properties that have it.
  case path(String)
  case note(on: String)

  /// The item as a sentence names it.
  var description: String {
    switch self {
    case .event(let name): "event '\(name)'"
    case .property(let key, _), .path(let key): "key '\(key)'"
    case .anyProperty(let key): "key '\(key)' of any event"
    case .userProperty(let name): "user property '\(name)'"
    case .group(let type): "group '\(type)'"
    case .trait(let key): "trait '\(key)'"
    case .destination(let name): "destination '\(name)'"
    case .note(let name): "note on '\(name)'"
    }
  }

  /// The event that it is a property of.
  var event: String? { if case .property(_, let event) = self { event } else { nil } }

  /// Whether a difference names the item when it is new or gone: not if its event is new or gone as well.
  func standsAlone(where isThere: (PlanItem) -> Bool) -> Bool {
    switch self {
    case .property(_, let event): isThere(.event(event))
    case .path: false
    default: true
    }
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
    func add(_ properties: [String: Property], _ item: (String) -> PlanItem) {
      for (key, property) in properties {
        facts[item(key)] = PlanFacts(texts: [
          property.typeList, property.isRequired ? PlanFacts.always : "missing sometimes",
          property.isSensitive ? "sensitive" : "not sensitive", "updated by \(property.operationList)",
        ])
      }
    }
    for (name, event) in events {
      // A screen that has the event's name is renamed with it.
      let screen = event.screen.map { $0 == name ? "a screen" : "the screen '\($0)'" } ?? "no screen"
      facts[.event(name)] = PlanFacts(texts: ["about '\(event.entity)'", "of type '\(event.type)'", screen])
      add(event.properties) { .property($0, of: name) }
    }
    add(properties, PlanItem.anyProperty)
    add(userProperties, PlanItem.userProperty)
    add(groups, PlanItem.group)
    add(traits, PlanItem.trait)
    for (name, note) in notesInUse { facts[.note(on: name)] = PlanFacts(texts: ["'\(note.text)'"]) }
    for (name, destination) in destinations {
      let nesting = destination.takesNestedValues ? "as they are" : "flattened"
      facts[.destination(name)] = PlanFacts(texts: ["given nested values \(nesting)"])
      func add(_ spellings: [String: String], _ item: (String) -> PlanItem) {
        for (written, spelling) in spellings { facts[item(written), default: PlanFacts()].spellings[name] = spelling }
      }
      add(destination.events, PlanItem.event)
      add(destination.userProperties, PlanItem.userProperty)
      add(destination.keys, PlanItem.path)
    }
    return facts
  }
}
