import Trackable

/// The changes that the combinators in front of one destination have made to a call.
struct DestinationChanges {
  enum What: String { case added, changed, removed }

  struct Row {
    /// The key at the destination.
    var key: PropertyKey
    /// The key in the app's code.
    let written: PropertyKey
    var value: TrackedValue?
    /// Whether the value differs from the value that the app tracked.
    var isNew = false
    var what: What?
    /// The combinator that added, changed or removed the property.
    var by: String?
  }

  /// The name of the call at the destination or, if the call was stopped, at the combinator that stopped it.
  private(set) var name: String?
  /// What became of the call if it did not reach the destination: a gate has held, refused or dropped it, or another
  /// combinator has left it out; `nil` if the call reached the destination.
  private(set) var fate: Trace.Stop?
  /// The combinator that stopped the call; for a gate, the condition of the gate.
  private(set) var stop: String?
  /// The combinators that renamed the call or its keys.
  private(set) var renamers: [String] = []
  /// The properties in the order in which the destination got them, followed by the properties that the destination did
  /// not get.
  private(set) var rows: [Row] = []

  init(_ arrival: Trace.Arrival) {
    var earlier = arrival.tracked
    for (step, call) in arrival.steps {
      guard let call else {
        (fate, stop) = (arrival.stop, step.gate ?? step.operation)
        return
      }
      if let operation = step.operation {
        compare(call, with: earlier, by: operation)
      } else if rows.isEmpty {
        rows = Self.rows(of: call)
      }
      (earlier, name) = (call, call.name)
    }
  }

  private static func rows(of call: PassingCall) -> [Row] {
    (Array(call.properties)
      + call.sensitiveProperties.filter { $0.key.isSensitive && call.properties[$0.key] == nil })
      .map { Row(key: $0.key, written: $0.key.inCode, value: $0.value) }
  }

  private mutating func compare(_ call: PassingCall, with earlier: PassingCall, by operation: String) {
    if rows.isEmpty { rows = Self.rows(of: earlier) }
    let (now, removed) = (Self.rows(of: call), rows.filter { $0.what == .removed })
    let before = Dictionary(
      rows.filter { $0.what != .removed }.map { ($0.written.name, $0) }, uniquingKeysWith: { first, _ in first })
    var isRenamed = call.name != earlier.name
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
