extension [[String]] {
  /// Rows of a table as lines: each column but the last of a row is filled up to the longest text in it.
  ///
  /// - Parameter gap: How many blanks stand between two columns.
  func aligned(gap: Int) -> [String] {
    var widths: [Int] = []
    for row in self {
      for column in row.indices {
        if column == widths.count { widths.append(0) }
        widths[column] = Swift.max(widths[column], row[column].count)
      }
    }
    return map { row in
      var line = ""
      for column in row.indices {
        line += row[column]
        if column < row.count - 1 {
          line += String(repeating: " ", count: widths[column] - row[column].count + gap)
        }
      }
      return line
    }
  }
}
