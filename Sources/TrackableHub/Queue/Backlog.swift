/// The calls that wait, in an array. Those that leave it make room at the front, which is closed when it is half of all.
struct Backlog: Sendable {
  typealias Element = QueueSlot

  private var slots: [Element?] = []
  private var taken = 0
  /// How many bytes all of them take.
  private(set) var bytes = 0

  var count: Int { slots.count - taken }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : self[0] }
  var all: [Element] { slots[taken...].compactMap { $0 } }

  /// The element `place` behind the first; there must be one.
  subscript(place: Int) -> Element? { slots[taken + place] }

  mutating func append(_ element: Element) {
    slots.append(element)
    bytes += element.bytes
  }

  /// Puts elements before the first.
  mutating func prepend(_ elements: [Element]) {
    slots.replaceSubrange(..<taken, with: elements)
    taken = 0
    for element in elements { bytes += element.bytes }
  }

  /// Removes the element that is `place` behind the first. Cost: as many steps.
  mutating func remove(at place: Int = 0) -> Element? {
    let removed = self[place]
    for place in stride(from: taken + place, to: taken, by: -1) { slots[place] = slots[place - 1] }
    slots[taken] = nil
    taken += 1
    if 2 * taken > slots.count {
      slots.removeFirst(taken)
      taken = 0
    }
    bytes -= removed?.bytes ?? 0
    return removed
  }

  /// Removes all elements that do not satisfy a condition, and returns them.
  mutating func keep(where isKept: (Element) -> Bool) -> [Element] {
    let (kept, removed) = (all.filter(isKept), all.filter { !isKept($0) })
    (slots, taken) = (kept, 0)
    for element in removed { bytes -= element.bytes }
    return removed
  }
}
