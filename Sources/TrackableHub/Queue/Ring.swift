/// A queue in a ring buffer.
///
/// Appending and taking from the front cost the same however many elements there are. It grows by doubling, and never
/// shrinks.
struct Ring<Element> {
  private var slots: [Element?] = []
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The index of the element that is `offset` behind the first. `offset` is at most `count`.
  private func slot(_ offset: Int) -> Int {
    let index = head + offset
    return index < slots.count ? index : index - slots.count
  }

  var first: Element? { isEmpty ? nil : slots[head] }
  /// The element that is `offset` behind the first, of which there must be one.
  subscript(offset: Int) -> Element? { slots[slot(offset)] }

  mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[slot(count)] = element
    count += 1
  }

  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    defer {
      head = slot(1)
      count -= 1
    }
    return slots[head].take()
  }

  /// How many elements come before the first that does not satisfy a condition, which none after that satisfies.
  func prefixCount(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if slots[slot(middle)].map(condition) ?? false { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Removes the element that is `offset` behind the first. Cost: as many steps.
  mutating func remove(at offset: Int) -> Element? {
    let removed = slots[slot(offset)]
    for place in stride(from: offset, to: 0, by: -1) { slots[slot(place)] = slots[slot(place - 1)] }
    _ = popFirst()
    return removed
  }

  /// Removes all elements, and returns them in order.
  mutating func removeAll() -> [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    while let element = popFirst() { all.append(element) }
    return all
  }

  private mutating func grow() {
    var larger: [Element?] = []
    larger.reserveCapacity(max(8, count * 2))
    for offset in 0..<count { larger.append(slots[slot(offset)]) }
    while larger.count < max(8, count * 2) { larger.append(nil) }
    slots = larger
    head = 0
  }
}

extension Ring: Sendable where Element: Sendable {}
