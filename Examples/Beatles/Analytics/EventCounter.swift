import Dispatch
import Trackable

/// A tracker that counts events by name.
final class EventCounter: AnalyticsEventTracker {
  // A tracker may be called from several threads at once. Used on the queue only.
  private nonisolated(unsafe) var counts: [String: Int] = [:]
  private let queue = DispatchQueue(label: "EventCounter")

  func track(_ event: TrackedEvent) {
    queue.sync { counts[event.name, default: 0] += 1 }
  }

  /// The counts since the last call, as the lines of an aligned table.
  func takeTable() -> [String] {
    let counted = queue.sync {
      defer { counts = [:] }
      return counts
    }
    var rows = counted.sorted { $0.key < $1.key }.map { (name: $0.key, count: String($0.value)) }
    rows.insert(("Event", "Count"), at: 0)
    rows.append(("Total", String(counted.values.reduce(0, +))))

    let nameWidth = rows.map(\.name.count).max() ?? 0
    let countWidth = rows.map(\.count.count).max() ?? 0
    return rows.map { row in
      let gap = nameWidth - row.name.count + 2 + countWidth - row.count.count
      return row.name + String(repeating: " ", count: gap) + row.count
    }
  }
}
