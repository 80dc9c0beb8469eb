/// The waiting calls, in a slice of an array. A call that leaves is released at once, and its room is
/// released once the array grows.
struct Backlog: Sendable {
  private var slots: ArraySlice<QueueSlot?> = []
  /// How much room all of them take.
  private(set) var size = 0

  var count: Int { slots.count }
  var first: QueueSlot? { slots.first ?? nil }
  var all: [QueueSlot] { slots.compactMap(\.self) }

  /// The element `place` behind the first; there must be one.
  subscript(place: Int) -> QueueSlot? { slots[slots.startIndex + place] }

  mutating func append(_ element: QueueSlot) {
    slots.append(element)
    size += element.size
  }

  /// Puts elements before the first.
  mutating func prepend(_ elements: [QueueSlot]) {
    slots.insert(contentsOf: elements, at: slots.startIndex)
    for element in elements { size += element.size }
  }

  /// Removes the element that is `place` behind the first. Cost: as many steps.
  mutating func remove(at place: Int = 0) -> QueueSlot? {
    let (first, removed) = (slots.startIndex, self[place])
    for place in stride(from: first + place, to: first, by: -1) { slots[place] = slots[place - 1] }
    slots[first] = nil
    slots.removeFirst()
    size -= removed?.size ?? 0
    return removed
  }

  /// Removes all elements that do not satisfy a condition, and returns them.
  mutating func keep(where isKept: (QueueSlot) -> Bool) -> [QueueSlot] {
    let (kept, removed) = (all.filter(isKept), all.filter { !isKept($0) })
    slots = ArraySlice(kept as [QueueSlot?])
    for element in removed { size -= element.size }
    return removed
  }
}
