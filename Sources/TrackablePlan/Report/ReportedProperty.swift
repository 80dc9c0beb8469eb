import Trackable

/// A property as a report shows it: what was delivered, beside what the explanation says.
struct ReportedProperty {
  let key: PropertyKey
  /// The delivered value; `nil` for a sensitive key, whose value is nobody's to show, and if it was not delivered.
  var value: TrackedValue?
  /// The names of sensitive keys inside the value, which are not part of it.
  var hides: [String] = []
  /// What was tracked, where a tracker on the way has changed it or left it out.
  var given: TrackedValue?
  /// Whether a tracker on the way added it.
  var isAdded = false
  /// Whether a tracker on the way left it out.
  var isRemoved = false
  var source: PropertySource?
  var overridden: [TrackedPropertiesExplanation.Entry] = []

  private init(key: PropertyKey, value: TrackedValue? = nil) {
    self.key = key
    self.value = key.isSensitive ? nil : value
  }

  /// The properties in the order of delivery, then those with sensitive keys, then those that a tracker has left out.
  static func list(
    _ properties: TrackedProperties, _ sensitive: TrackedProperties, explanation: TrackedPropertiesExplanation?
  ) -> [ReportedProperty] {
    var list = properties.map { ReportedProperty(key: $0.key, value: $0.value) }
    var positions: [String: Int] = [:]
    for (position, property) in list.enumerated() { positions[property.key.name] = position }
    for property in sensitive {
      if property.key.isSensitive {
        // A tracker on the way may have put them among the others.
        if positions[property.key.name] != nil { continue }
        positions[property.key.name] = list.count
        list.append(ReportedProperty(key: property.key))
      } else if let position = positions[property.key.name] {
        list[position].hides = property.value.sensitiveNames
      }
    }
    guard let explanation else { return list }
    for position in list.indices { list[position].isAdded = true }
    for entry in explanation.entries {
      let position = positions[entry.key.name]
      if let position {
        list[position].isAdded = false
        if let value = list[position].value, value != entry.value {
          list[position].given = entry.value
        }
      } else {
        var removed = ReportedProperty(key: entry.key)
        removed.isRemoved = true
        if !entry.key.isSensitive { removed.given = entry.value }
        list.append(removed)
      }
      list[position ?? list.count - 1].source = entry.source
      list[position ?? list.count - 1].overridden = entry.overridden
    }
    return list
  }
}

extension TrackedValue {
  /// The names of the sensitive keys in a sensitive value, each after those around it.
  ///
  /// Values are nested at most `TrackedValue.maximumDepth` deep, so recursion ends.
  var sensitiveNames: [String] {
    switch self {
    case .properties(let properties):
      properties.flatMap { property in
        property.key.isSensitive
          ? [property.key.name] : property.value.sensitiveNames.map { "\(property.key.name): \($0)" }
      }
    case .array(let values): values.flatMap(\.sensitiveNames)
    default: []
    }
  }
}
