// How many bytes properties take, roughly, for what holds many of them.

extension Sequence<TrackedProperty> {
  /// Without the keys, which are shared.
  var size: Int { reduce(0) { $0 + 32 + $1.value.size } }
}

extension TrackedValue {
  var size: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .array(let elements): elements.reduce(32) { $0 + 17 + $1.size }
    case .properties(let properties): 32 + properties.size
    case .int, .double, .bool, .date, .null: 0
    }
  }
}
