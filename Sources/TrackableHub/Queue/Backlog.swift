/// The waiting calls, as a slice of an array. A removed call is released immediately. The memory for its element is
/// freed when the array grows.
struct Backlog: Sendable {
  private var slots: ArraySlice<QueueSlot?> = []
  /// The total size of the calls.
  private(set) var size = 0

  var count: Int { slots.count }
  var first: QueueSlot? { slots.first ?? nil }
  var all: [QueueSlot] { slots.compactMap(\.self) }

  /// The element at a distance from the first element. The distance must be less than ``count``.
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

  /// Removes the element at a distance from the first one. The cost grows with the distance.
  mutating func remove(at place: Int = 0) -> QueueSlot? {
    let (first, removed) = (slots.startIndex, self[place])
    for place in stride(from: first + place, to: first, by: -1) { slots[place] = slots[place - 1] }
    slots[first] = nil
    slots.removeFirst()
    size -= removed?.size ?? 0
    return removed
  }

  // The closure is optional, because otherwise the compiler makes a copy of the method for each closure: 2 KiB.
  /// Keeps the elements that satisfy a condition. Removes and returns all others.
  mutating func keep(where isKept: ((QueueSlot) -> Bool)?) -> [QueueSlot] {
    let (kept, removed) = (all.filter { isKept?($0) != false }, all.filter { isKept?($0) == false })
    slots = ArraySlice(kept as [QueueSlot?])
    for element in removed { size -= element.size }
    return removed
  }
}
