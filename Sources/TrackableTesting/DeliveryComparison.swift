import Trackable

/// Compares deliveries: pairs the expected deliveries with the recorded deliveries.
struct DeliveryComparison {
  enum Line {
    case fits(TrackerCall)
    /// A delivery that matches an expectation in its kind and name, but differs in other respects.
    case differs(TrackingExpectation, TrackerCall)
    case missing(TrackingExpectation)
    case notExpected(TrackerCall)
    /// A delivery that the test does not expect, in a test that allows other deliveries, so that it is not a
    /// difference.
    case other(TrackerCall)

    var isFine: Bool {
      switch self {
      case .fits, .other: true
      case .differs, .missing, .notExpected: false
      }
    }
  }

  private let expected: [TrackingExpectation]
  private let recorded: [TrackerCall]
  private let allowingOthers: Bool

  init(_ expected: [TrackingExpectation], _ recorded: [TrackerCall], allowingOthers: Bool) {
    self.expected = expected
    self.recorded = recorded
    self.allowingOthers = allowingOthers
  }

  /// The lines if the order matters, with as few differences as possible. The algorithm finds the shortest edit script.
  ///
  /// Matching pairs at the front cost nothing, and are always part of a shortest script. So the comparison takes such
  /// pairs first, and compares only the remaining deliveries with all remaining expectations.
  func inOrder() -> [Line] {
    let count = zip(expected, recorded).prefix { $0.fits($1) }.count
    let rest = DeliveryComparison(
      Array(expected.dropFirst(count)), Array(recorded.dropFirst(count)), allowingOthers: allowingOthers)
    return recorded.prefix(count).map(Line.fits) + rest.cheapest()
  }

  private func cheapest() -> [Line] {
    typealias Step = (cost: Int, line: Line?, rows: Int, columns: Int)
    var steps = Array(
      repeating: Array(repeating: Step(0, nil, 0, 0), count: recorded.count + 1), count: expected.count + 1)
    for row in (0...expected.count).reversed() {
      for column in (0...recorded.count).reversed() {
        var best: Step?
        // If several steps have the same cost, the first step stays.
        func offer(_ line: Line, _ ownCost: Int, rows: Int, columns: Int) {
          let cost = ownCost + steps[row + rows][column + columns].cost
          if best.map({ cost < $0.cost }) ?? true { best = (cost, line, rows, columns) }
        }
        if row < expected.count, column < recorded.count, expected[row].means(recorded[column]) {
          let (expected, recorded) = (expected[row], recorded[column])
          // A pair with a difference costs less than a missing and an additional delivery together, because a pair
          // tells a reader more.
          expected.fits(recorded)
            ? offer(.fits(recorded), 0, rows: 1, columns: 1)
            : offer(.differs(expected, recorded), 3, rows: 1, columns: 1)
        }
        if row < expected.count { offer(.missing(expected[row]), 4, rows: 1, columns: 0) }
        if column < recorded.count { offer(extraLine(recorded[column]), allowingOthers ? 0 : 4, rows: 0, columns: 1) }
        if let best { steps[row][column] = best }
      }
    }
    var lines: [Line] = []
    var (row, column) = (0, 0)
    while let line = steps[row][column].line {
      lines.append(line)
      (row, column) = (row + steps[row][column].rows, column + steps[row][column].columns)
    }
    return lines
  }

  /// The lines if the order does not matter: first the expectations, and then the other deliveries.
  ///
  /// Each expectation takes the first free delivery that fits. The more an expectation demands, the earlier it chooses:
  /// an event with exactly these properties before an event with these among others, and the more properties, the
  /// earlier. An expectation without a match takes the first free delivery that it means.
  ///
  /// Limits: a pair is final. If two expectations demand equally much, the first may take the delivery that the second
  /// needs.
  func inAnyOrder() -> [Line] {
    var lines: [Int: Line] = [:]
    var free = Array(recorded.indices)
    func take(_ isWanted: (TrackerCall) -> Bool) -> TrackerCall? {
      free.firstIndex { isWanted(recorded[$0]) }.map { recorded[free.remove(at: $0)] }
    }
    for row in expected.indices.sorted(by: { (expected[$1].demand, $0) < (expected[$0].demand, $1) }) {
      lines[row] = take(expected[row].fits).map(Line.fits)
    }
    for row in expected.indices where lines[row] == nil {
      lines[row] = take(expected[row].means).map { .differs(expected[row], $0) } ?? .missing(expected[row])
    }
    return expected.indices.compactMap { lines[$0] } + free.map { extraLine(recorded[$0]) }
  }

  private func extraLine(_ recorded: TrackerCall) -> Line {
    allowingOthers ? .other(recorded) : .notExpected(recorded)
  }
}
