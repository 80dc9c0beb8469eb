extension [[String]] {
  /// The rows of a table as lines. Blanks fill each column to the width of its longest text, except the last column.
  ///
  /// - Parameter gap: The number of blanks between two columns.
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
