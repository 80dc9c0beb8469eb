import Trackable

// What rules, changes and renamings do, in naive words.

extension EventRule {
  func allows(_ event: ModelEvent) -> Bool {
    switch self {
    case .allowing(let events): events.map(\.typeName).contains(event.original.typeName)
    case .prohibiting(let events): !events.map(\.typeName).contains(event.original.typeName)
    case .allowingEvents(let events): events.contains(event.original)
    case .prohibitingEvents(let events): !events.contains(event.original)
    case .named(let name, let expected): (event.name == name) == expected
    case .entity(let entity, let expected): (event.entity == entity) == expected
    case .eventType(let type, let expected): (event.eventType == type) == expected
    case .having(let key, let expected): (event.properties.position(of: key) != nil) == expected
    }
  }
}

extension UserPropertyRule {
  func allows(_ property: SampleUserProperty, name: String) -> Bool {
    switch self {
    case .allowing(let allowed): allowed.contains(property)
    case .prohibiting(let prohibited): !prohibited.contains(property)
    case .named(let allowed): name == allowed
    }
  }

  /// Whether what groups are like passes: none of the rules names one.
  var allowsGroups: Bool { if case .prohibiting = self { true } else { false } }
}

extension EventChange {
  func made(of event: ModelEvent) -> ModelEvent? {
    switch self {
    case .name(let name): event.with(\.name, name).with(\.isPath, false)
    case .entity(let entity): event.with(\.entity, entity)
    case .eventType(let type): event.with(\.eventType, type)
    case .put(let key, let value): event.with(\.properties, event.properties.replacing(key, by: value))
    case .remove(let key):
      event.with(\.properties, event.properties.removing(key))
    case .drop(let type, let mark):
      event.eventType == type ? nil : event.with(\.properties, event.properties.replacing("mark", by: mark))
    }
  }
}

extension Renaming {
  /// How the names of events and user properties are spelt.
  var eventSpelling: Spelling {
    switch self {
    case .all(let spelling), .split(events: let spelling, keys: _): spelling
    case .contacts, .fields: .path
    }
  }

  func made(of event: ModelEvent) -> ModelEvent {
    switch self {
    case .contacts:
      return event.contactIndex.map { event.with(\.name, "selected_\($0)").with(\.isPath, false) } ?? event
    case .fields, .all, .split:
      let name = eventSpelling.cuts && !event.isPath ? event.name : eventSpelling.spelled(event.name)
      return event.with(\.name, name).with(\.properties, made(of: event.properties))
    }
  }

  func made(of properties: ModelProperties) -> ModelProperties {
    switch self {
    case .contacts: return properties
    case .fields:
      let names = ["amount": "amt", "note": "a", "contact": "contact"]
      return properties.renamed { property in
        names.first { property.key == "TestSupport.Sample.Field." + $0.key }?.value ?? property.key
      }
    case .all(let keys), .split(_, let keys):
      return keys == .path ? properties : properties.renamed { keys.cuts && !$0.isPath ? $0.key : keys.spelled($0.key) }
    }
  }
}

extension Spelling {
  /// Whether it drops components of paths and leaves every other name alone.
  var cuts: Bool { self == .dropped || self == .last }

  func spelled(_ name: String) -> String {
    switch self {
    case .path: return name
    case .dropped:
      let rest = name.components(".").dropFirst().joined(separator: ".")
      return name.components(".")[0] == "TestSupport" && !rest.isEmpty ? rest : name
    case .last: return name.components(".").last ?? name
    case .upper: return name.uppercased()
    case .constant: return "x"
    case .marked: return "<\(name)>"
    }
  }
}

extension ModelProperties {
  /// A replacement stays in its place; new properties come last.
  func replacing(_ key: String, by value: Int) -> ModelProperties {
    var result = self
    if let position = position(of: key) {
      result.list[position].value = .int(value)
    } else {
      result.list.append(ModelProperty(key: key, isPath: false, value: .int(value)))
    }
    return result
  }

  /// Only the properties with these keys, with everything that is in them.
  func keeping(_ keys: [String]) -> ModelProperties { ModelProperties(list.filter { $0.isOne(of: keys) }) }

  /// Without the properties with these keys, also where they are nested.
  func removing(_ keys: [String]) -> ModelProperties {
    let left = list.filter { !$0.isOne(of: keys) }
    return ModelProperties(
      left.map { property in
        guard case .nested(let nested) = property.value else { return property }
        var property = property
        property.value = .nested(nested.removing(keys))
        return property
      })
  }

  func removing(_ key: String) -> ModelProperties {
    var result = self
    if let position = position(of: key) { result.list.remove(at: position) }
    return result
  }
}

extension ModelEvent {
  func with<Value>(_ part: WritableKeyPath<ModelEvent, Value>, _ value: Value) -> ModelEvent {
    var copy = self
    copy[keyPath: part] = value
    return copy
  }
}

extension String {
  func components(_ separator: Character) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
