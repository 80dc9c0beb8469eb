/// One line of the table: a goal, the measured figure, and the verdict.
struct Line {
  /// The limit of a figure. A line whose goal is `nil` is only for information.
  enum Goal {
    case atMost(Double)
    case atLeast(Double)

    func isMet(by figure: Double) -> Bool {
      switch self {
      case .atMost(let limit): figure <= limit
      case .atLeast(let limit): figure >= limit
      }
    }
  }

  let what: String
  /// Our cost and the reference; empty if there is no reference.
  var ours = ""
  var reference = ""
  let figure: Double
  let unit: String
  let goal: Goal?

  var isShort: Bool { goal.map { !$0.isMet(by: figure) } ?? false }

  var columns: [String] {
    let sign = unit == "x" ? "x" : " \(unit)"
    let wanted =
      switch goal {
      case nil: ""
      case .atMost(let limit): "<= \(limit.short)\(sign)"
      case .atLeast(let limit): ">= \(limit.short)\(sign)"
      }
    return [what, ours, reference, figure.short + sign, wanted, goal == nil ? "" : isShort ? "short" : "ok"]
  }
}

extension Double {
  /// Three significant digits.
  var short: String {
    if isNaN || isInfinite { return "\(self)" }
    let magnitude = abs(self)
    let digits = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2
    let factor = [1.0, 10, 100][digits]
    let rounded = (self * factor).rounded() / factor
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  var nanoseconds: String { "\(short) ns" }
}

/// The rows as a table with aligned columns, which is Markdown: the first row is the head.
func table(_ rows: [[String]]) -> String {
  let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
  let rule = widths.map { String(repeating: "-", count: $0) }
  return (rows.prefix(1) + [rule] + rows.dropFirst()).map { row in
    let cells = zip(row, widths).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: cell.1 - cell.0.count)
      return (1...3).contains(index) ? padding + cell.0 : cell.0 + padding
    }
    return "| \(cells.joined(separator: " | ")) |"
  }.joined(separator: "\n")
}
