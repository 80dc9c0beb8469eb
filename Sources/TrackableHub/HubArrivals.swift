/// What was taken from the ``HubInbox`` and is still to be distributed: an array from each stripe, in which the numbers
/// ascend.
struct HubArrivals {
  private var calls: [[HubInbox.Call]] = Array(repeating: [], count: HubInbox.stripeCount)
  /// How much of each array has been distributed.
  private var places: [Int] = Array(repeating: 0, count: HubInbox.stripeCount)
  /// Whose turn it is: the stripe that the last call came from.
  private var stripe = 0
  private var lastNumber = -1
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Gives an array that has been distributed for one that has come. Everything must have been distributed.
  mutating func exchange(_ other: inout [HubInbox.Call], stripe: Int) {
    swap(&calls[stripe], &other)
    count += calls[stripe].count
  }

  /// The call that was handed over before all others here.
  mutating func popFirst() -> HubInbox.Call? {
    if count == 0 { return nil }
    // A thread that hands over several in a row has the following number as well.
    if number(at: stripe) != lastNumber + 1 {
      for other in calls.indices where number(at: other) < number(at: stripe) { stripe = other }
    }
    let call = calls[stripe][places[stripe]]
    lastNumber = call.number
    places[stripe] += 1
    count -= 1
    if count == 0 { clear() }
    return call
  }

  /// The first number of a stripe.
  private func number(at stripe: Int) -> Int {
    places[stripe] < calls[stripe].count ? calls[stripe][places[stripe]].number : .max
  }

  private mutating func clear() {
    // Their room is used again, unless there was an exceptional rush.
    let isExceptional = calls.reduce(0) { $0 + $1.capacity } > 2 * HubInbox.limit
    for stripe in calls.indices {
      calls[stripe].removeAll(keepingCapacity: !isExceptional)
      places[stripe] = 0
    }
  }
}
