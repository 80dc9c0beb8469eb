// The size of properties in bytes, roughly, for code that keeps many of them. The getters are not inlined, because the
// compiler would inline them into one another, and add 8 KiB of code.

extension [TrackedProperty] {
  /// The size without the keys, because other properties share the keys.
  var size: Int { @inline(never) get { reduce(0) { $0 + 32 + $1.value.size } } }
}

extension TrackedProperties {
  var size: Int { elements.size }
}

extension TrackedValue {
  @inline(never) var size: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .array(let elements): elements.values.reduce(32) { $0 + 17 + $1.size }
    case .properties(let properties): 32 + properties.size
    case .int, .double, .bool, .date, .null: 0
    }
  }
}
