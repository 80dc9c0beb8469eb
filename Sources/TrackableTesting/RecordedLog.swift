/// The recorded elements of one kind, in their order; with a limit, the latest.
///
/// Each element has a number, in one row for all kinds. So a number also stands for a moment: elements with smaller ones came
/// before it, those with larger ones after it.
struct RecordedLog<Element: Sendable> {
  /// The number of elements that a test sees. The log keeps twice as many at most.
  let limit: Int
  /// The number of the latest element. It stays when the test removes all.
  private(set) var last = 0
  private var kept: [(number: Int, element: Element)] = []
  /// How many elements the log has let go since the test removed all.
  private var forgotten = 0
  /// The test has looked at all elements up to this number.
  private var lookedAt = 0
  /// The elements that the test removed, and never looked at.
  private var removedUnseen: [Element] = []

  init(limit: Int) { self.limit = limit }

  var shown: ArraySlice<(number: Int, element: Element)> { kept.suffix(limit) }
  var elements: [Element] { shown.map(\.element) }
  /// How many elements the limit hides.
  var dropped: Int { forgotten + max(0, kept.count - limit) }
  /// The elements that the test has not looked at.
  var unseen: [Element] { removedUnseen + keptUnseen }
  /// The same without those that the test removed.
  var keptUnseen: [Element] { kept.filter { $0.number > lookedAt }.map(\.element) }

  func after(_ number: Int) -> ArraySlice<(number: Int, element: Element)> {
    kept[(kept.lastIndex { $0.number <= number }.map { $0 + 1 } ?? 0)...]
  }

  /// Lets old elements go half at a time, so that an element moves the rest only now and then.
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
