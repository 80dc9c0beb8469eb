/// What was recorded of one kind, in the order in which it came; with a limit, the latest.
///
/// Each element has a number. All kinds are numbered in one row, so numbers say also what came between what, and a number
/// stands for a moment: what came before it, and what came after.
struct RecordedLog<Element: Sendable> {
  /// How many are kept at least, and shown.
  let limit: Int
  /// The number of the latest; it stays when all are removed.
  private(set) var last = 0
  private var kept: [(number: Int, element: Element)] = []
  /// How many were not kept since all were removed.
  private var forgotten = 0
  /// The test has looked at everything up to this number.
  private var lookedAt = 0
  /// What was removed before the test had looked at it.
  private var removedUnseen: [Element] = []

  init(limit: Int) { self.limit = limit }

  var shown: ArraySlice<(number: Int, element: Element)> { kept.suffix(limit) }
  var elements: [Element] { shown.map(\.element) }
  /// How many are not shown any more, because of the limit.
  var dropped: Int { forgotten + max(0, kept.count - limit) }
  /// What the test has not looked at.
  var unseen: [Element] { removedUnseen + kept.filter { $0.number > lookedAt }.map(\.element) }

  func after(_ number: Int) -> ArraySlice<(number: Int, element: Element)> {
    kept[(kept.lastIndex { $0.number <= number }.map { $0 + 1 } ?? 0)...]
  }

  /// Forgets what is too old half at a time, so that the rest is not moved for each.
  mutating func append(_ element: Element, number: Int) {
    kept.append((number, element))
    last = number
    if kept.count / 2 < max(limit, 1) { return }
    forgotten += kept.count - limit
    kept.removeFirst(kept.count - limit)
  }

  mutating func look() { lookedAt = last }

  mutating func removeAll() {
    removedUnseen = unseen.suffix(limit)
    (kept, forgotten) = ([], 0)
  }
}
