import Trackable

/// The changes that combinators have made to an event on its way to one destination.
struct DestinationChanges {
  enum Fate: String { case leftOut = "left out", refused, held }
  enum What: String { case added, changed, removed }

  struct Row {
    /// The key at the destination.
    var key: PropertyKey
    /// The key in the app's code.
    let written: PropertyKey
    var value: TrackedValue?
    /// Whether the value differs from the tracked one.
    var isNew = false
    var what: What?
    /// The combinator that added, changed or removed the property.
    var by: String?
  }

  /// The name at the destination, or the event's name where the event was stopped.
  private(set) var name: String?
  /// `nil` if the event came to the destination. A gate holds or refuses an event; every other combinator leaves it
  /// out.
  private(set) var fate: Fate?
  /// The combinator that stopped the event, or the condition of the gate that did.
  private(set) var stop: String?
  /// The combinators that renamed the event or its keys.
  private(set) var renamers: [String] = []
  /// The properties in the order of the destination, followed by those that the destination did not get.
  private(set) var rows: [Row] = []

  init(_ arrival: Trace.Arrival) {
    var earlier = arrival.tracked
    for (step, event) in arrival.steps {
      guard let event else {
        let gate = step.gate
        fate = gate.map { $0.isOpen || $0.isClosed ? .refused : .held } ?? .leftOut
        stop = gate?.name ?? step.operation
        return
      }
      if let operation = step.operation {
        compare(event, with: earlier, by: operation)
      } else if rows.isEmpty {
        rows = Self.rows(of: event)
      }
      (earlier, name) = (event, event.name)
    }
  }

  private static func rows(of event: TrackedEvent) -> [Row] {
    (Array(event.properties)
      + event.sensitiveProperties.filter { $0.key.isSensitive && event.properties[$0.key] == nil })
      .map { Row(key: $0.key, written: $0.key.inCode, value: $0.value) }
  }

  private mutating func compare(_ event: TrackedEvent, with earlier: TrackedEvent, by operation: String) {
    if rows.isEmpty { rows = Self.rows(of: earlier) }
    let (now, removed) = (Self.rows(of: event), rows.filter { $0.what == .removed })
    let before = Dictionary(
      rows.filter { $0.what != .removed }.map { ($0.written.name, $0) }, uniquingKeysWith: { first, _ in first })
    var isRenamed = event.name != earlier.name
    let rows = now.map { row -> Row in
      guard var known = before[row.written.name] else {
        return Row(key: row.key, written: row.written, value: row.value, isNew: true, what: .added, by: operation)
      }
      if known.key.name != row.key.name { isRenamed = true }
      if let value = row.value, known.value?.saysTheSame(as: value) != true {
        (known.isNew, known.by) = (true, operation)
        if known.what == nil { known.what = .changed }
      }
      (known.key, known.value) = (row.key, row.value)
      return known
    }
    let kept = Set(now.map(\.written.name))
    let gone = before.values.filter { !kept.contains($0.written.name) }.sorted { $0.written.name < $1.written.name }
    self.rows =
      rows + removed.filter { !kept.contains($0.written.name) }
      + gone.map { row in
        var row = row
        (row.what, row.by, row.isNew) = (.removed, operation, false)
        return row
      }
    if isRenamed, !renamers.contains(operation) { renamers.append(operation) }
  }
}
