/// Things that come again and again, each with a number.
struct ReportTable<Row: Hashable> {
  private(set) var rows: [Row] = []
  private var numbers: [Row: Int] = [:]

  /// The number of a row, which is added if it is new.
  mutating func number(of row: Row) -> Int {
    if let number = numbers[row] { return number }
    numbers[row] = rows.count
    rows.append(row)
    return rows.count - 1
  }
}
