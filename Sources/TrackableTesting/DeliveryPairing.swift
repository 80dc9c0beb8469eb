/// The best pairing of rows with columns, of which each may have one: as many pairs as possible.
///
/// A row may fit several columns, and take the only one that fits another: then it moves on to another of its own. The
/// first free column is tried first, so that what is alike, or in order, is not compared each with each.
struct DeliveryPairing {
  /// The column of each row.
  private(set) var columns: [Int?]
  private var rows: [Int?]
  /// The columns that are still free, the first of them last.
  private var free: [Int]
  /// Columns of which it is known that no way leads from them to a free one, and so none ever will.
  private var isExhausted: [Bool]
  private let fits: (Int, Int) -> Bool

  init(_ rowCount: Int, _ columnCount: Int, fits: @escaping (Int, Int) -> Bool) {
    columns = Array(repeating: nil, count: rowCount)
    rows = Array(repeating: nil, count: columnCount)
    free = (0..<columnCount).reversed()
    isExhausted = Array(repeating: false, count: columnCount)
    self.fits = fits
    for row in 0..<rowCount { pair(row) }
  }

  /// Finds a column for a row: along the rows that have to move on, the nearest first.
  private mutating func pair(_ first: Int) {
    var reached: [Int: Int] = [:]
    var queue = [first]
    var next = 0
    while next < queue.count {
      let row = queue[next]
      next += 1
      if let place = free.lastIndex(where: { fits(row, $0) }) {
        return move(row, to: free.remove(at: place), reached)
      }
      for column in rows.indices where !isExhausted[column] && reached[column] == nil {
        guard let other = rows[column], fits(row, column) else { continue }
        reached[column] = row
        queue.append(other)
      }
    }
    for column in reached.keys { isExhausted[column] = true }
  }

  /// - Parameter reached: The row that wants a column, for each that is taken and was tried.
  private mutating func move(_ row: Int, to column: Int, _ reached: [Int: Int]) {
    var (row, column) = (row, column)
    while true {
      let before = columns[row]
      (columns[row], rows[column]) = (column, row)
      guard let before, let wanting = reached[before] else { return }
      (row, column) = (wanting, before)
    }
  }
}
