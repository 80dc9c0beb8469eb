/// What was taken from the ``HubInbox`` and is still to be distributed, in order.
struct HubArrivals {
  private var calls: [HubInbox.Call] = []
  /// How much of it has been distributed.
  private var place = 0

  var count: Int { calls.count - place }
  var isEmpty: Bool { count == 0 }

  /// Gives an array that has been distributed for one that has come. Everything must have been distributed.
  mutating func exchange(_ other: inout [HubInbox.Call]) { swap(&calls, &other) }

  mutating func popFirst() -> HubInbox.Call? {
    if isEmpty { return nil }
    let call = calls[place]
    place += 1
    if isEmpty {
      // Its room is used again, unless there was an exceptional rush.
      calls.removeAll(keepingCapacity: calls.capacity <= 2 * HubInbox.limit)
      place = 0
    }
    return call
  }
}
