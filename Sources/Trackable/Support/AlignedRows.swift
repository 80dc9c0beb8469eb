extension [[String]] {
  /// Rows of a table as lines: each column but the last of a row is filled up to the longest text in it.
  ///
  /// - Parameter gap: How many blanks stand between two columns.
  func aligned(gap: Int) -> [String] {
    let widths = (0..<(map(\.count).max() ?? 0)).map { column in
      map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return map { row in
      row.enumerated().map { column, text in
        column == row.count - 1 ? text : text + String(repeating: " ", count: widths[column] - text.count + gap)
      }.joined()
    }
  }
}
