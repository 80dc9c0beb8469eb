import Trackable

/// One thing that a plan says something of, so that two plans can be compared thing by thing.
enum PlanItem: Hashable, Comparable {
  case event(String)
  case property(String, of: String)
  case anyProperty(String)
  case userProperty(String)
  case trait(String)
  case destination(String)
  /// How a destination sees an event, a user property or a key.
  case eventName(String, for: String)
  case userPropertyName(String, for: String)
  case keyName(String, for: String)

  /// What it is, as in a sentence.
  var description: String {
    switch self {
    case .event(let name): "event '\(name)'"
    case .property(let key, _): "key '\(key)'"
    case .anyProperty(let key): "key '\(key)' of any event"
    case .userProperty(let name): "user property '\(name)'"
    case .trait(let key): "trait '\(key)'"
    case .destination(let name): "destination '\(name)'"
    case .eventName(let name, let destination): "event '\(name)' for '\(destination)'"
    case .userPropertyName(let name, let destination): "user property '\(name)' for '\(destination)'"
    case .keyName(let name, let destination): "key '\(name)' for '\(destination)'"
    }
  }

  /// The event that it is a property of.
  var event: String? { if case .property(_, let event) = self { event } else { nil } }

  /// What it is part of: if that is gone or new, so is it.
  var owner: PlanItem? {
    switch self {
    case .property(_, let event): .event(event)
    case .eventName(_, let destination), .userPropertyName(_, let destination), .keyName(_, let destination):
      .destination(destination)
    case .event, .anyProperty, .userProperty, .trait, .destination: nil
    }
  }
}

/// One statement about an item.
struct PlanFact: Hashable {
  enum Subject: Hashable {
    case entity, eventType, types, presence, sensitivity, nesting, spelling
  }
  let subject: Subject
  let value: String
}

extension TrackingPlan {
  /// Everything that the plan says.
  var facts: [PlanItem: [PlanFact]] {
    var facts: [PlanItem: [PlanFact]] = [:]
    for event in events {
      facts[.event(event.name)] = [
        PlanFact(subject: .entity, value: "about '\(event.entity)'"),
        PlanFact(subject: .eventType, value: "of type '\(event.eventType.planName)'"),
      ]
      for property in event.properties { facts[.property(property.key, of: event.name)] = property.facts }
    }
    for property in properties { facts[.anyProperty(property.key)] = property.facts }
    for property in userProperties { facts[.userProperty(property.key)] = property.facts }
    for property in traits { facts[.trait(property.key)] = property.facts }
    for destination in destinations {
      facts[.destination(destination.name)] = [
        PlanFact(
          subject: .nesting,
          value: destination.takesNestedValues ? "given nested values as they are" : "given nested values flattened")
      ]
      func add(_ names: [String: String], _ item: (String, String) -> PlanItem) {
        for (name, spelling) in names {
          facts[item(name, destination.name)] = [PlanFact(subject: .spelling, value: "'\(spelling)'")]
        }
      }
      add(destination.events, PlanItem.eventName)
      add(destination.userProperties, PlanItem.userPropertyName)
      add(destination.keys, PlanItem.keyName)
    }
    return facts
  }
}

extension TrackingPlan.Property {
  static let always = "always there"
  static let sometimes = "missing sometimes"

  fileprivate var facts: [PlanFact] {
    [
      PlanFact(subject: .types, value: typeList),
      PlanFact(subject: .presence, value: isRequired ? Self.always : Self.sometimes),
      PlanFact(subject: .sensitivity, value: isSensitive ? "sensitive" : "shown to everybody"),
    ]
  }
}
