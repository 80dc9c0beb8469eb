import CBlackHole
import Trackable

/// A destination that reads the name of an event and every key and value once, without allocating anything.
package struct ReadingTracker: AnalyticsEventTracker {
  package init() {}

  package func track(_ event: TrackedEvent) {
    var sum = event.name.utf8.count
    for property in event.properties {
      sum &+= property.key.name.utf8.count &+ property.value.weight
    }
    black_hole_note(Int64(sum))
  }
}

extension TrackedValue {
  /// A number that depends on the value.
  package var weight: Int {
    switch self {
    case .string(let value): value.utf8.count
    case .int(let value): value
    case .double(let value): Int(truncatingIfNeeded: value.bitPattern)
    case .bool(let value): value ? 1 : 2
    case .date: 3
    case .array(let values): values.count
    case .properties(let properties): properties.count
    case .null: 4
    }
  }
}
