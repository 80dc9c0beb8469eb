import Trackable

/// Finds out which recorded delivery stands for which expected one.
struct DeliveryComparison {
  enum Line {
    case fits(RecordedDelivery)
    /// The one that was meant, and something about it is wrong.
    case differs(TrackingExpectation, RecordedDelivery)
    case missing(TrackingExpectation)
    case notExpected(RecordedDelivery)
    /// One that is not expected and may be there.
    case other(RecordedDelivery)

    var isFine: Bool {
      switch self {
      case .fits, .other: true
      case .differs, .missing, .notExpected: false
      }
    }
  }

  private let expected: [TrackingExpectation]
  private let recorded: [RecordedDelivery]
  private let allowingOthers: Bool

  init(_ expected: [TrackingExpectation], _ recorded: [RecordedDelivery], allowingOthers: Bool) {
    self.expected = expected
    self.recorded = recorded
    self.allowingOthers = allowingOthers
  }

  /// The lines of the cheapest way from what was expected to what was recorded, in order.
  ///
  /// A pair at the front that fits costs nothing, and leaving it apart would never save anything later on. So these are
  /// taken at once, and only what comes after the first that does not fit is compared each with each.
  func inOrder() -> [Line] {
    let count = zip(expected, recorded).prefix { $0.fits($1) }.count
    let rest = DeliveryComparison(
      Array(expected.dropFirst(count)), Array(recorded.dropFirst(count)), allowingOthers: allowingOthers)
    return recorded.prefix(count).map(Line.fits) + rest.cheapest()
  }

  private func cheapest() -> [Line] {
    let fits = expected.map { expected in recorded.map { expected.fits($0) } }
    // A pair that differs says more than one that is missing and one too many, so it costs less than both.
    let (missing, differing, extra) = (4, 3, allowingOthers ? 0 : 4)
    var costs = Array(repeating: Array(repeating: 0, count: recorded.count + 1), count: expected.count + 1)
    for row in (0...expected.count).reversed() {
      for column in (0...recorded.count).reversed() where row < expected.count || column < recorded.count {
        var cost = Int.max
        if row < expected.count { cost = min(cost, costs[row + 1][column] + missing) }
        if column < recorded.count { cost = min(cost, costs[row][column + 1] + extra) }
        if row < expected.count, column < recorded.count {
          if fits[row][column] { cost = min(cost, costs[row + 1][column + 1]) }
          if expected[row].means(recorded[column]) { cost = min(cost, costs[row + 1][column + 1] + differing) }
        }
        costs[row][column] = cost
      }
    }
    var lines: [Line] = []
    var (row, column) = (0, 0)
    while row < expected.count || column < recorded.count {
      let cost = costs[row][column]
      if row < expected.count, column < recorded.count, fits[row][column], cost == costs[row + 1][column + 1] {
        lines.append(.fits(recorded[column]))
        (row, column) = (row + 1, column + 1)
      } else if row < expected.count, column < recorded.count, expected[row].means(recorded[column]),
        cost == costs[row + 1][column + 1] + differing
      {
        lines.append(.differs(expected[row], recorded[column]))
        (row, column) = (row + 1, column + 1)
      } else if row < expected.count, cost == costs[row + 1][column] + missing {
        lines.append(.missing(expected[row]))
        row += 1
      } else {
        lines.append(extraLine(recorded[column]))
        column += 1
      }
    }
    return lines
  }

  /// The lines of the best pairing, whatever the order: first what was expected, then the rest.
  func inAnyOrder() -> [Line] {
    var pairs = DeliveryPairing(expected.count, recorded.count) { expected[$0].fits(recorded[$1]) }.columns
    var isTaken = Array(repeating: false, count: recorded.count)
    for case .some(let column) in pairs { isTaken[column] = true }
    let isFitting = pairs.map { $0 != nil }
    for row in expected.indices where pairs[row] == nil {
      guard let column = recorded.indices.first(where: { !isTaken[$0] && expected[row].means(recorded[$0]) }) else {
        continue
      }
      pairs[row] = column
      isTaken[column] = true
    }
    let first = expected.indices.map { row -> Line in
      guard let column = pairs[row] else { return .missing(expected[row]) }
      return isFitting[row] ? .fits(recorded[column]) : .differs(expected[row], recorded[column])
    }
    return first + recorded.indices.filter { !isTaken[$0] }.map { extraLine(recorded[$0]) }
  }

  private func extraLine(_ recorded: RecordedDelivery) -> Line {
    allowingOthers ? .other(recorded) : .notExpected(recorded)
  }
}
