extension [[String]] {
  /// Rows of a table as lines: each column but the last of a row is filled up to the longest text in it.
  ///
  /// - Parameter gap: How many blanks stand between two columns.
  func aligned(gap: Int) -> [String] {
    let widths = (0..<(map(\.count).max() ?? 0)).map { column in
      lazy.compactMap { $0.dropFirst(column).first?.count }.max() ?? 0
    }
    return map { row in
      let filled = zip(row.dropLast(), widths).map { $0 + String(repeating: " ", count: $1 - $0.count + gap) }
      return filled.joined() + (row.last ?? "")
    }
  }
}
