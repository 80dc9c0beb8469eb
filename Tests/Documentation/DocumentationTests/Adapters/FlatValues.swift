import Trackable

extension TrackedValue {
  var flat: any Sendable {
    switch self {
    case .date, .array, .properties: description
    default: plain
    }
  }
}

extension TrackedProperties {
  var flat: [String: any Sendable] {
    flattened.reduce(into: [:]) { result, property in
      if property.value != .null {
        result[property.key.name] = property.value.flat
      }
    }
  }
}
