import Trackable

// Segment's SDK takes no date: it would drop all properties of an event that has one.

extension TrackedValue {
  var forJSON: any Sendable {
    switch self {
    case .date: description
    case .array(let values): values.map(\.forJSON)
    case .properties(let properties): properties.forJSON
    default: plain
    }
  }
}

extension TrackedProperties {
  var forJSON: [String: any Sendable] {
    reduce(into: [:]) { $0[$1.key.name] = $1.value.forJSON }
  }
}
