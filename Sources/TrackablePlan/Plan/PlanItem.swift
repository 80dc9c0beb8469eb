import Trackable

/// One thing in a plan, so that two plans can be compared thing by thing.
enum PlanItem: Hashable, Comparable {
  case event(String)
  case property(String, of: String)
  case anyProperty(String)
  case userProperty(String)
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

/// One respect in which items of two plans can differ.
enum PlanSubject: Hashable, Comparable {
  case entity, eventType, types, presence, sensitivity, nesting, note
  case spelling(for: String)
}

extension TrackingPlan {
  /// Everything that the plan says.
  var facts: [PlanItem: [PlanSubject: String]] {
    var facts: [PlanItem: [PlanSubject: String]] = [:]
    for (name, event) in events {
      facts[.event(name)] = [
        .entity: "about '\(event.entity)'", .eventType: "of type '\(event.eventType.planName)'",
      ]
      for (key, property) in event.properties { facts[.property(key, of: name)] = property.facts }
    }
    for (key, property) in properties { facts[.anyProperty(key)] = property.facts }
    for (name, property) in userProperties { facts[.userProperty(name)] = property.facts }
    for (key, property) in traits { facts[.trait(key)] = property.facts }
    for (name, note) in notes { facts[.note(on: name)] = [.note: "'\(note.text)'"] }
    for (name, destination) in destinations {
      facts[.destination(name)] = [
        .nesting: destination.takesNestedValues ? "given nested values as they are" : "given nested values flattened"
      ]
      func add(_ spellings: [String: String], _ item: (String) -> PlanItem) {
        for (written, spelling) in spellings {
          facts[item(written), default: [:]][.spelling(for: name)] = "'\(spelling)'"
        }
      }
      add(destination.events, PlanItem.event)
      add(destination.userProperties, PlanItem.userProperty)
      add(destination.keys, PlanItem.path)
    }
    return facts
  }
}

extension TrackingPlan.Property {
  static let always = "always there"

  fileprivate var facts: [PlanSubject: String] {
    [
      .types: typeList, .presence: isRequired ? Self.always : "missing sometimes",
      .sensitivity: isSensitive ? "sensitive" : "not sensitive",
    ]
  }
}
