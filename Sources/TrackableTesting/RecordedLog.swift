/// The recorded elements of one kind, in the order in which they were recorded. If the log has a limit, it has the
/// latest elements.
///
/// Each element has a number, which grows over all kinds of elements. So a number also marks a point in time: elements
/// of any kind with smaller numbers came before it, and elements with larger numbers came after it.
struct RecordedLog<Element: Sendable> {
  /// The most elements that a test sees. The log keeps at most twice as many.
  let limit: Int
  /// The number of the latest element. The number stays when the test removes all elements.
  private(set) var last = 0
  private var kept: [(number: Int, element: Element)] = []
  /// The number of elements that the log has dropped since the test last removed all elements.
  private var forgotten = 0
  /// The number up to which the test has read the elements.
  private var lookedAt = 0
  /// The elements that the test has removed without reading them.
  private var removedUnseen: [Element] = []

  init(limit: Int) { self.limit = limit }

  var shown: ArraySlice<(number: Int, element: Element)> { kept.suffix(limit) }
  var elements: [Element] { shown.map(\.element) }
  /// The number of elements that the limit hides.
  var dropped: Int { forgotten + max(0, kept.count - limit) }
  /// The elements that the test has not read, including removed elements.
  var unseen: [Element] { removedUnseen + kept.filter { $0.number > lookedAt }.map(\.element) }

  func after(_ number: Int) -> ArraySlice<(number: Int, element: Element)> {
    kept[(kept.lastIndex { $0.number <= number }.map { $0 + 1 } ?? 0)...]
  }

  /// Appends an element. The log drops half of its elements together, so that only few calls have to move the rest.
  mutating func append(_ element: Element, number: Int) {
    kept.append((number, element))
    last = number
    if kept.count / 2 < max(limit, 1) { return }
    forgotten += kept.count - limit
    kept.removeFirst(kept.count - limit)
  }

  mutating func markSeen() { lookedAt = last }

  mutating func removeAll() {
    removedUnseen = unseen.suffix(limit)
    (kept, forgotten) = ([], 0)
  }
}
